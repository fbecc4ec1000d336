import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { rootOf } from '@composed/contracts/page-roots';
import type { Host } from '../host';
import type { beforeLeaving } from '../hydration/MountPoint';
import type { replayInteractions } from '../hydration/recorded-interactions';
import type { hasChoices } from '../hydration/state-transfer';
import type { SlotState } from '../site-config';
import { attempt, checkDepth, isAwaited } from './around-part';
import type { mountRemote } from './mount-remote';

/** Milliseconds that the notice of a recovered part stays. */
const recoveredTime = 1000;

/**
 * Functions of the main script that this one uses. They are passed as arguments, so that webpack keeps them in the main
 * script: a chunk that both share would cost pages without parts 0.3 KB.
 */
export interface MainScript {
  readonly mountRemote: typeof mountRemote;
  readonly beforeLeaving: typeof beforeLeaving;
  readonly replayInteractions: typeof replayInteractions;
  readonly hasChoices: typeof hasChoices;
  readonly routeNow: () => Host['routes'][number];
}

export type Part = NonNullable<ReturnType<typeof mountPart>>;

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

export const child = (parent: HTMLElement) => parent.appendChild(document.createElement('div'));
const firstChild = ({ firstElementChild: first }: HTMLElement) =>
  first instanceof HTMLElement ? first : null;

/** A notice of the site beside a part that has failed. A part without a fault has neither a notice nor space for it. */
function createNotice({ SlotNotice, remotes, inSite }: Host, id: string, box: HTMLElement) {
  let mounted: {
    readonly element: HTMLElement;
    readonly root: ReturnType<typeof createRoot>;
  } | null = null;
  const remove = () => {
    mounted?.root.unmount();
    mounted?.element.remove();
    mounted = null;
  };
  return {
    remove,
    show(state: SlotState, onTryAgain: () => void) {
      if (!mounted && state !== 'failed') return;
      if (!mounted) {
        const element = child(box);
        mounted = { element, root: createRoot(element) };
      }
      const onRecovered = () => {
        box.tabIndex = -1;
        box.focus({ preventScroll: true });
      };
      const label = remotes[id]?.label ?? __SITE_LANGUAGE__.texts.part;
      mounted.root.render(
        inSite(
          <SlotNotice
            state={state}
            label={label}
            onTryAgain={onTryAgain}
            onRecovered={onRecovered}
          />,
        ),
      );
      const { root } = mounted;
      if (state === 'ready') setTimeout(() => mounted?.root === root && remove(), recoveredTime);
    },
  };
}

const hasRecorded = (box: HTMLElement) =>
  [...(window.recordedInteractions?.pending ?? [])].some((target) => rootOf(target) === box);

let elementCount = 0;
/** Id and props of parts of pages that were left → names of their boxes, under which typed text is kept. */
const boxesLeft = new Map<string, string[]>();

/** The box of a part and its name: as it was composed, as it was before its page was left, or new. */
function boxIn(element: HTMLElement, key: string) {
  const box = firstChild(element) ?? child(element);
  const newName = `${element.dataset['part']}.c${(elementCount += 1)}`;
  const name = box.dataset['box'] ?? boxesLeft.get(key)?.shift() ?? newName;
  box.dataset['box'] = name;
  return { box, name };
}

/** Mounts a module in the element of a part, over what compose has rendered there or anew. */
export function mountPart(host: Host, element: HTMLElement, mainScript: MainScript) {
  const { part: id = '' } = element.dataset;
  const source = host.sources.get(id);
  // The module has no release, so its element stays empty.
  if (!source) return null;
  checkDepth(element, id);
  let current = propsIn(element);
  let at = element;
  const key = `${id} ${element.dataset['props']}`;
  const { box, name } = boxIn(element, key);
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
