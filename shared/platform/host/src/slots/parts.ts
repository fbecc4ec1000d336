import type { Host } from '../host';
import { attempt } from './around-part';
import { child, mountPart, type MainScript, type Part } from './part';
import { deferPresses, forwardEvents } from './part-events';

/*
 * Parts are modules inside of other modules. The framework of the outer one writes an empty element with the part's
 * federation id and props, and never touches its content, so a part outlives changes around it. One observer mounts all
 * of them, whichever framework writes the element, and even if its script never comes.
 */

const partOrSlot = '[data-part], [data-opens]';

const holdsPartOrSlot = (node: Node) =>
  node instanceof Element && (node.matches(partOrSlot) || node.querySelector(partOrSlot) !== null);

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
    if (records.some((each) => [...each.addedNodes, ...each.removedNodes].some(holdsPartOrSlot)))
      onNodes();
    for (const { type, target } of records)
      if (type === 'attributes' && target instanceof HTMLElement)
        attempt(target, () => onAttributes(target));
  }).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-part', 'data-props'],
  });
}

/** The parts that are mounted in a page, by the elements that frameworks have written for them. */
function createParts(host: Host, mainScript: MainScript) {
  /** The part in each element; null for one that could not be mounted. */
  const mounted = new Map<HTMLElement, Part | null>();
  const leaving = new WeakSet<Element>();
  /** Parts whose element was removed. A framework may insert it again, or a copy of it, a task later. */
  const detached = new Set<Part>();

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
  return {
    at: (element: Element | null) =>
      element instanceof HTMLElement ? mounted.get(element) : undefined,
    /** Call when elements came or went: mounts a part in each new one, and unmounts those whose element stays away. */
    sync: () => {
      for (const [element, part] of mounted) {
        if (element.isConnected) continue;
        mounted.delete(element);
        if (part) detached.add(part);
      }
      for (const slot of document.querySelectorAll<HTMLElement>('[data-opens]'))
        attempt(slot, () => fillSlot(slot, host.pins));
      for (const element of document.querySelectorAll<HTMLElement>('[data-part]'))
        if (!mounted.has(element) && !leaving.has(element))
          attempt(element, () => mountIn(element));
      if (detached.size > 0) setTimeout(unmountDetached);
    },
    /** Call when the module or the props that an element asks for have changed. */
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
    /** Unmounts the parts in a root whose page is left. Its markup leaves later, and is not to be mounted again. */
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

/** Mounts the parts of a page from now on, and unmounts those whose elements go. */
export function startParts(host: Host, mainScript: MainScript): void {
  const parts = createParts(host, mainScript);
  observeElements(parts.sync, parts.update);
  new PerformanceObserver(parts.replay).observe({ type: 'mark', buffered: true });
  deferPresses(mainScript);
  forwardEvents(parts.at);
  mainScript.beforeLeaving.add(parts.leave);
  parts.sync();
}
