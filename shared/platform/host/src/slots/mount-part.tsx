import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { rootOf } from '@composed/contracts/page-roots';
import type { SiteRuntime } from '../site/site-runtime';
import type { beforeLeaving } from '../hydration/MountPoint';
import type { replayInteractions } from '../hydration/recorded-interactions';
import type { hasChoices } from '../hydration/state-transfer';
import type { SlotState } from '../remotes/module-source';
import { attempt, checkDepth, isAwaited } from './outer-modules';
import type { mountModule } from './mount-module';

/** Milliseconds until the notice of a recovered part is removed. */
const recoveredTime = 1000;

/**
 * Functions of the main script that this chunk uses. They are passed as arguments, so that webpack keeps them in the main
 * script: a chunk shared by both would cost pages without parts 0.3 KB.
 */
export interface MainScript {
  readonly mountModule: typeof mountModule;
  readonly beforeLeaving: typeof beforeLeaving;
  readonly replayInteractions: typeof replayInteractions;
  readonly hasChoices: typeof hasChoices;
  readonly routeNow: () => SiteRuntime['routes'][number];
}

export type Part = NonNullable<ReturnType<typeof mountPart>>;

/**
 * Reads the props of a part from its element.
 * @throws Error if `data-props` is not a JSON object
 */
function readProps({ dataset: { part, props = '{}' } }: HTMLElement): object {
  const problem = `data-props of ${part} is no JSON object: ${props.slice(0, 40)}`;
  try {
    const value: unknown = JSON.parse(props);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new Error(problem, { cause });
  }
  throw new Error(problem);
}

export const appendChild = (parent: HTMLElement) =>
  parent.appendChild(document.createElement('div'));
const firstChild = ({ firstElementChild: first }: HTMLElement) =>
  first instanceof HTMLElement ? first : null;

/** Creates the site's notice for a part. It is in the page only after the part has failed. */
function createNotice(
  { SlotNotice, modules, wrapInSite }: SiteRuntime,
  id: string,
  box: HTMLElement,
) {
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
        const element = appendChild(box);
        mounted = { element, root: createRoot(element) };
      }
      const onRecovered = () => {
        box.tabIndex = -1;
        box.focus({ preventScroll: true });
      };
      const label = modules[id]?.label ?? __SITE_LANGUAGE__.texts.part;
      mounted.root.render(
        wrapInSite(
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

let boxCount = 0;
/** Id and props of parts whose page was left → the names of their boxes, under which typed text is stored. */
const leftBoxNames = new Map<string, string[]>();

/** Finds or creates the box of a part. Its name is the composed one, the one from before its page was left, or new. */
function ensureBox(element: HTMLElement, key: string) {
  const box = firstChild(element) ?? appendChild(element);
  boxCount += 1;
  const newName = `${element.dataset['part']}.c${boxCount}`;
  const name = box.dataset['box'] ?? leftBoxNames.get(key)?.shift() ?? newName;
  box.dataset['box'] = name;
  return { box, name };
}

/** Whether an element is a copy of a part's element: with a copy of the part's box, or empty and with the same props. */
const isCopyOf = (copy: HTMLElement, element: HTMLElement, box: HTMLElement): boolean =>
  copy.hasChildNodes()
    ? firstChild(copy)?.dataset['box'] === box.dataset['box']
    : copy.dataset['props'] === element.dataset['props'];

/** Mounts a module in the element of a part. Hydrates the composed markup in the element, if there is any. */
export function mountPart(runtime: SiteRuntime, initial: HTMLElement, mainScript: MainScript) {
  let element = initial;
  const { part: id = '' } = element.dataset;
  const source = runtime.sources.get(id);
  // The module has no release, so its element stays empty.
  if (!source) return null;
  checkDepth(element, id);
  let props = readProps(element);
  /** Text of the props that were applied last. */
  let json = element.dataset['props'];
  const key = `${id} ${json}`;
  const { box, name } = ensureBox(element, key);
  const notice = createNotice(runtime, id, box);
  const mounted = mainScript.mountModule(firstChild(box) ?? appendChild(box), source, {
    provides: runtime.provides,
    page: mainScript.routeNow().page,
    outerProps: () => props,
    // `replay` below does it, once the modules around the part are hydrated.
    replays: false,
    onState: (state) => notice.show(state, () => mounted.tryAgain()),
  });
  /** Renders the props synchronously, since a replayed press may follow. */
  const applyProps = () => flushSync(() => mounted.update());
  const update = () => {
    if (json === element.dataset['props']) return;
    json = element.dataset['props'];
    attempt(element, () => {
      // If the JSON is invalid, this throws, and the part keeps its last props.
      props = readProps(element);
      applyProps();
    });
  };
  return {
    id,
    isIn: (root: Element) => root.contains(element),
    element: () => element,
    update,
    /** Replays recorded interactions, if no module around the part can still change its props. */
    replay() {
      if (hasRecorded(box) && !isAwaited(element) && applyProps())
        mainScript.replayInteractions(box);
    },
    /** Whether the part belongs in an element that a framework has inserted. */
    matches: (copy: HTMLElement) => copy.dataset['part'] === id && isCopyOf(copy, element, box),
    moveTo(newElement: HTMLElement) {
      element = newElement;
      element.replaceChildren(box);
      update();
    },
    unmount() {
      mounted.unmount();
      notice.remove();
    },
    /** Unmounts the part before its page is left, and stores the name of its box in case the visitor returns. */
    leave() {
      leftBoxNames.set(key, [...(leftBoxNames.get(key) ?? []), name]);
      this.unmount();
    },
  };
}
