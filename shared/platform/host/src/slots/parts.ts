import type { SiteRuntime } from '../site/site-runtime';
import { attempt } from './outer-modules';
import { appendChild, mountPart, type MainScript, type Part } from './mount-part';
import { deferPresses, forwardEvents } from './part-events';

/*
 * Parts are modules inside other modules. The framework of the outer module writes an empty element with the part's
 * federation id and props, and never touches the element's content, so a part outlives changes around it. One observer
 * mounts all parts, whichever framework writes their elements, and even if the script of the outer module never arrives.
 */

const partOrSlot = '[data-part], [data-opens]';

const holdsPartOrSlot = (node: Node) =>
  node instanceof Element && (node.matches(partOrSlot) || node.querySelector(partOrSlot) !== null);

/** Writes the elements of the parts in an open slot, unless compose has written them. */
function fillSlot(slot: HTMLElement, { slots = {} }: SiteRuntime['nesting']): void {
  if (slot.hasChildNodes()) return;
  const name = slot.dataset['opens'] ?? '';
  const ids = Object.hasOwn(slots, name) ? slots[name] : [];
  for (const id of ids ?? [])
    Object.assign(appendChild(slot).dataset, { part: id, props: slot.dataset['props'] ?? '{}' });
}

/** Copies the props of an open slot to its parts. Does nothing for an element that is not an open slot. */
function passProps(slot: HTMLElement): void {
  const { opens, props = '{}' } = slot.dataset;
  if (opens === undefined) return;
  for (const part of slot.querySelectorAll<HTMLElement>(':scope > [data-part]'))
    part.dataset['props'] = props;
}

/**
 * Observes the elements of parts and slots.
 * @param onNodes called when such elements were added or removed
 * @param onAttributes called with an element whose module or props have changed
 */
function observeElements(onNodes: () => void, onAttributes: (element: HTMLElement) => void): void {
  new MutationObserver((records) => {
    const nodes = records.flatMap(({ addedNodes, removedNodes }) => [
      ...addedNodes,
      ...removedNodes,
    ]);
    if (nodes.some(holdsPartOrSlot)) onNodes();
    for (const { type, target } of records)
      if (type === 'attributes' && target instanceof HTMLElement)
        attempt(target, () => onAttributes(target));
  }).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-part', 'data-props'],
  });
}

/** Moves the detached part that belongs in an element, if there is one, to the element. Returns the part. */
function reattach(detached: Set<Part>, element: HTMLElement): Part | null {
  const part = [...detached].find((each) => each.matches(element));
  if (!part) return null;
  detached.delete(part);
  part.moveTo(element);
  return part;
}

/** Moves the parts of removed elements from the mounted to the detached ones. */
function detachRemoved(mounted: Map<HTMLElement, Part | null>, detached: Set<Part>): void {
  for (const [element, part] of mounted) {
    if (element.isConnected) continue;
    mounted.delete(element);
    if (part) detached.add(part);
  }
}

function unmountAll(detached: Set<Part>): void {
  const parts = [...detached];
  detached.clear();
  for (const part of parts) attempt(part.element(), () => part.unmount());
}

/** The mounted parts of a page, by the elements that frameworks have written for them. */
function createParts(runtime: SiteRuntime, mainScript: MainScript) {
  /** The part in each element; null for an element whose part could not be mounted. */
  const mounted = new Map<HTMLElement, Part | null>();
  /** Parts whose element was removed. Within a task, a framework may insert the element again, or a copy of it. */
  const detached = new Set<Part>();
  const leaving = new WeakSet<Element>();

  const mountIn = (element: HTMLElement) => {
    const part = reattach(detached, element);
    mounted.set(element, part);
    if (!part)
      attempt(element, () => mounted.set(element, mountPart(runtime, element, mainScript)));
  };

  return {
    at: (element: Element | null) =>
      element instanceof HTMLElement ? mounted.get(element) : undefined,
    /** Mounts a part in each new element, and unmounts the parts of removed ones. */
    sync: () => {
      detachRemoved(mounted, detached);
      for (const slot of document.querySelectorAll<HTMLElement>('[data-opens]'))
        attempt(slot, () => fillSlot(slot, runtime.nesting));
      for (const element of document.querySelectorAll<HTMLElement>('[data-part]'))
        if (!mounted.has(element) && !leaving.has(element))
          attempt(element, () => mountIn(element));
      if (detached.size > 0) setTimeout(() => unmountAll(detached));
    },
    /** Updates the part in an element whose module or props have changed. */
    update: (element: HTMLElement) => {
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
    },
    replay: () => {
      for (const [element, part] of mounted) attempt(element, () => part?.replay());
    },
    /** Unmounts the parts in a root whose page is left. Their elements stay for a while and are not mounted again. */
    leave: (root: Element) => {
      for (const [element, part] of mounted) {
        if (!part?.isIn(root)) continue;
        leaving.add(element);
        mounted.delete(element);
        attempt(element, () => part.leave());
      }
    },
  };
}

/** Mounts the parts of a page, and keeps them in step with the elements that frameworks add and remove. */
export function startParts(runtime: SiteRuntime, mainScript: MainScript): void {
  const parts = createParts(runtime, mainScript);
  observeElements(parts.sync, parts.update);
  new PerformanceObserver(parts.replay).observe({ type: 'mark', buffered: true });
  deferPresses(mainScript);
  forwardEvents(parts.at);
  mainScript.beforeLeaving.add(parts.leave);
  parts.sync();
}
