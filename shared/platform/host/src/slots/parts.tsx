import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { maxPartDepth, partEvent } from '@composed/contracts/remote-names';
import { report } from '../error-reporting/report-fault';
import type { Host } from '../host';
import type { beforeLeaving } from '../hydration/MountPoint';
import type { replayInteractions } from '../hydration/recorded-interactions';
import type { hasChoices } from '../hydration/state-transfer';
import { failedMark, moduleSelector, nameOf, rootOf } from '@composed/contracts/page-roots';
import type { SlotState } from '../site-config';
import type { mountRemote } from './mount-remote';

/*
 * Parts are modules inside of other modules. The framework of the outer one writes an empty element with the part's
 * federation id and props, and never touches its content, so a part outlives changes around it. One observer mounts all
 * of them, whichever framework writes the element, and even if its script never comes.
 */

const selector = '[data-part], [data-opens]';

/** Milliseconds that the notice of a recovered part stays. */
const recoveredTime = 1000;

/**
 * Functions of the main script that this one uses. It gets them as arguments: modules that both import would be
 * bundled apart, which costs pages without parts 0.3 KB.
 */
export interface MainScript {
  readonly mountRemote: typeof mountRemote;
  readonly beforeLeaving: typeof beforeLeaving;
  readonly replayInteractions: typeof replayInteractions;
  readonly hasChoices: typeof hasChoices;
  readonly routeNow: () => Host['routes'][number];
}

type Mounted = ReturnType<typeof mountPart>;

/** A fault of the module that wrote the element of a part. */
function reportHolder(element: Element, cause: unknown): void {
  const holder = element.parentElement && rootOf(element.parentElement);
  const [name = ''] = (holder ? nameOf(holder) : 'page').split('.');
  const [app = '', module] = name.split('/');
  if (module === undefined) report('host', name, 'render', cause);
  else report(app, module, 'render', cause);
}

/** Acts for one element. A fault is reported as its holder's, and the elements of other teams go on. */
function attempt(element: HTMLElement, act: () => void): void {
  try {
    act();
  } catch (cause) {
    reportHolder(element, cause);
  }
}

/** @throws Error when `data-props` is no JSON object */
function propsIn({ dataset: { part, props = '{}' } }: HTMLElement): object {
  const problem = `data-props of ${part} is no JSON object: ${props.slice(0, 40)}`;
  try {
    const value: unknown = JSON.parse(props);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new Error(problem, { cause });
  }
  throw new Error(problem);
}

/** The slot or box around an element. */
const holderOf = ({ parentElement }: Element) =>
  parentElement?.closest<HTMLElement>(moduleSelector);

/** The federation id of the module in a slot or box. */
const idOf = (holder: HTMLElement) => nameOf(holder).replace(/\..*/, '');

/** @throws Error where a part stands inside of itself, or of more others than composing lets it */
function checkDepth(element: HTMLElement, id: string): void {
  const around: string[] = [];
  for (let holder = holderOf(element); holder; holder = holderOf(holder)) around.push(idOf(holder));
  if (around.includes(id)) throw new Error(`${id} stands inside of itself`);
  if (around.length > maxPartDepth)
    throw new Error(`${id} is more than ${maxPartDepth} parts deep in ${around.at(-1)}`);
}

const child = (parent: HTMLElement) => parent.appendChild(document.createElement('div'));
const firstChild = ({ firstElementChild: first }: HTMLElement) =>
  first instanceof HTMLElement ? first : null;

/** A notice of the site beside a part that has failed. A part without a fault has neither a notice nor space for it. */
function createNotice({ SlotNotice, remotes, inSite }: Host, id: string, box: HTMLElement) {
  let shown: {
    readonly element: HTMLElement;
    readonly root: ReturnType<typeof createRoot>;
  } | null = null;
  const remove = () => {
    shown?.root.unmount();
    shown?.element.remove();
    shown = null;
  };
  return {
    remove,
    show(state: SlotState, onTryAgain: () => void) {
      if (!shown && state !== 'failed') return;
      if (!shown) {
        const element = child(box);
        shown = { element, root: createRoot(element) };
      }
      const onRecovered = () => {
        box.tabIndex = -1;
        box.focus({ preventScroll: true });
      };
      const label = remotes[id]?.label ?? __SITE_LANGUAGE__.texts.part;
      shown.root.render(
        inSite(
          <SlotNotice
            state={state}
            label={label}
            onTryAgain={onTryAgain}
            onRecovered={onRecovered}
          />,
        ),
      );
      const { root } = shown;
      if (state === 'ready') setTimeout(() => shown?.root === root && remove(), recoveredTime);
    },
  };
}

const isHydrated = (root: Element | null | undefined) => {
  const { hydrated } = window.recordedInteractions ?? {};
  return !hydrated || !root || hydrated.has(root);
};

/** Whether a module around a part is still to be hydrated, and has not failed. */
function isAwaited(element: HTMLElement, matters = (_holder: Element) => true): boolean {
  const holder = holderOf(element);
  if (!holder) return false;
  const isLost = performance.getEntriesByName(failedMark(idOf(holder))).length > 0;
  return (!isHydrated(holder) && !isLost && matters(holder)) || isAwaited(holder, matters);
}

const hasRecorded = (box: HTMLElement) =>
  [...(window.recordedInteractions?.pending ?? [])].some((target) => rootOf(target) === box);

let elementCount = 0;
/** Id and props of parts of pages that were left → names of their boxes, under which typed text is kept. */
const boxesLeft = new Map<string, string[]>();

/** Mounts a module in the element of a part, over what compose has rendered there or anew. */
function mountPart(host: Host, element: HTMLElement, mainScript: MainScript) {
  const { part: id = '' } = element.dataset;
  const source = host.sources.get(id);
  // The module has no release, so its element stays empty.
  if (!source) return null;
  checkDepth(element, id);
  let current = propsIn(element);
  let at = element;
  const box = firstChild(element) ?? child(element);
  const key = `${id} ${element.dataset['props']}`;
  const name = box.dataset['box'] ?? boxesLeft.get(key)?.shift() ?? `${id}.c${(elementCount += 1)}`;
  box.dataset['box'] = name;
  const notice = createNotice(host, id, box);
  /** Text of the props that were last applied. */
  let json = at.dataset['props'];
  const remote = mainScript.mountRemote(firstChild(box) ?? child(box), source, {
    provides: host.provides,
    page: mainScript.routeNow().page,
    given: () => current,
    // They are replayed below, once the modules around it are hydrated.
    replays: false,
    onState: (state) => notice.show(state, () => remote.tryAgain()),
  });
  /** Synchronously, since a press may follow. */
  const apply = () => flushSync(() => remote.update());
  const update = () => {
    if (json === at.dataset['props']) return;
    json = at.dataset['props'];
    attempt(at, () => {
      // For invalid JSON the part keeps its last props.
      current = propsIn(at);
      apply();
    });
  };
  return {
    id,
    isIn: (other: Element) => other.contains(at),
    element: () => at,
    update,
    /** Replays recorded interactions, once no module around it can change its props any more. */
    replay() {
      if (hasRecorded(box) && !isAwaited(at) && apply()) mainScript.replayInteractions(box);
    },
    /** Whether a new element takes the place of this part's: a copy, or one that was rendered anew. */
    matches: (other: HTMLElement) =>
      id === other.dataset['part'] &&
      (other.hasChildNodes()
        ? firstChild(other)?.dataset['box'] === box.dataset['box']
        : at.dataset['props'] === other.dataset['props']),
    moveTo(other: HTMLElement) {
      at = other;
      other.replaceChildren(box);
      update();
    },
    unmount() {
      remote.unmount();
      notice.remove();
    },
    /** Call before its page is left. It may come back. */
    leave() {
      boxesLeft.set(key, [...(boxesLeft.get(key) ?? []), name]);
      this.unmount();
    },
  };
}

/**
 * Dispatches the events of a part at its element, once the module around it is hydrated. They go no further: modules
 * further out have other parts.
 * @param partIn finds a part by its element
 */
function forwardEvents(partIn: (element: Element | null) => Mounted | undefined): void {
  let pending: { readonly part: NonNullable<Mounted>; readonly detail: unknown }[] = [];
  const dispatch = () => {
    const ready = pending.filter(({ part }) => isHydrated(rootOf(part.element())));
    pending = pending.filter((each) => !ready.includes(each));
    for (const { part, detail } of ready)
      part.element().dispatchEvent(new CustomEvent(partEvent, { detail }));
  };
  const onEvent = (event: Event) => {
    const { target } = event;
    const part = partIn(target instanceof Element ? target.closest('[data-part]') : null);
    // Events that were dispatched here do not bubble.
    if (!part || !(event instanceof CustomEvent) || !event.bubbles) return;
    event.stopPropagation();
    pending.push({ part, detail: event.detail });
    dispatch();
  };
  window.addEventListener(partEvent, onEvent, true);
  new PerformanceObserver(dispatch).observe({ type: 'mark' });
}

/**
 * Holds a press in a part back while a module around it is not hydrated and its controls were changed: the module may
 * then give the part other props. The return key presses a form’s button, too.
 */
function deferPresses({ hasChoices }: MainScript): void {
  const onClick = (event: Event) => {
    const { target } = event;
    const button =
      target instanceof Element && target.closest<HTMLElement>('button:not([popovertarget])');
    const box = button && rootOf(button);
    if (!box || !isAwaited(box, hasChoices)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.recordedInteractions?.pending.add(button);
  };
  window.addEventListener('click', onClick, true);
}

const isPart = (node: Node) =>
  node instanceof Element && (node.matches(selector) || node.querySelector(selector) !== null);

/** Writes the elements of the parts that stand in an open slot, unless compose has. */
function fillSlot(slot: HTMLElement, { slots = {} }: Host['pins']): void {
  if (slot.hasChildNodes()) return;
  const name = slot.dataset['opens'] ?? '';
  const ids = Object.hasOwn(slots, name) ? slots[name] : [];
  for (const id of ids ?? [])
    Object.assign(child(slot).dataset, { part: id, props: slot.dataset['props'] ?? '{}' });
}

/** The parts of an open slot take its props. */
function passProps(slot: HTMLElement): void {
  const { opens, props = '{}' } = slot.dataset;
  if (opens === undefined) return;
  for (const each of slot.querySelectorAll<HTMLElement>(':scope > [data-part]'))
    each.dataset['props'] = props;
}

/**
 * @param onNodes called when elements of parts or slots came or went
 * @param onAttributes called with an element whose module or props have changed
 */
function observeElements(onNodes: () => void, onAttributes: (element: HTMLElement) => void): void {
  new MutationObserver((records) => {
    if (records.some((each) => [...each.addedNodes, ...each.removedNodes].some(isPart))) onNodes();
    for (const { type, target } of records)
      if (type === 'attributes' && target instanceof HTMLElement)
        attempt(target, () => onAttributes(target));
  }).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-part', 'data-props'],
  });
}

/** Mounts the parts of a page from now on, and unmounts those whose elements go. */
export function startParts(host: Host, mainScript: MainScript): void {
  /** The part in each element; null for one that could not be mounted. */
  const mounted = new Map<HTMLElement, Mounted>();
  const leaving = new WeakSet<Element>();
  /** Parts whose element was removed. A framework may insert it again, or a copy of it, a task later. */
  const detached = new Set<NonNullable<Mounted>>();

  const mountIn = (element: HTMLElement) => {
    const moved = [...detached].find((part) => part.matches(element));
    if (moved) {
      detached.delete(moved);
      moved.moveTo(element);
    }
    mounted.set(element, moved ?? null);
    if (!moved) attempt(element, () => mounted.set(element, mountPart(host, element, mainScript)));
  };
  const unmountDetached = () => {
    const detachedParts = [...detached];
    detached.clear();
    for (const part of detachedParts) attempt(part.element(), () => part.unmount());
  };
  const sync = () => {
    for (const [element, part] of mounted) {
      if (element.isConnected) continue;
      mounted.delete(element);
      if (part) detached.add(part);
    }
    for (const slot of document.querySelectorAll<HTMLElement>('[data-opens]'))
      attempt(slot, () => fillSlot(slot, host.pins));
    for (const element of document.querySelectorAll<HTMLElement>('[data-part]'))
      if (!mounted.has(element) && !leaving.has(element)) attempt(element, () => mountIn(element));
    if (detached.size > 0) setTimeout(unmountDetached);
  };
  const update = (element: HTMLElement) => {
    passProps(element);
    const part = mounted.get(element);
    if (!part) {
      if (mounted.has(element)) mountIn(element);
      return;
    }
    if (part.id === element.dataset['part']) {
      part.update();
      return;
    }
    part.unmount();
    element.replaceChildren();
    mounted.delete(element);
    mountIn(element);
  };
  observeElements(sync, update);
  new PerformanceObserver(() => {
    for (const [element, part] of mounted) attempt(element, () => part?.replay());
  }).observe({ type: 'mark', buffered: true });
  deferPresses(mainScript);
  forwardEvents((element) => (element instanceof HTMLElement ? mounted.get(element) : null));
  mainScript.beforeLeaving.add((root) => {
    for (const [element, part] of mounted) {
      if (!part?.isIn(root)) continue;
      // Its markup leaves later, and would be mounted again.
      leaving.add(element);
      mounted.delete(element);
      attempt(element, () => part.leave());
    }
  });
  sync();
}
