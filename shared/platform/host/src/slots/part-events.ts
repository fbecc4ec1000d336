import { partEvent, rootOf } from '@composed/contracts/page-roots';
import { isAwaited, isHydrated } from './outer-modules';
import type { MainScript, Part } from './mount-part';

/**
 * Forwards the events of parts to the modules around them, once those are hydrated. An event is dispatched at the part's
 * element and does not bubble, since modules further out do not know this part.
 * @param partAt finds a part by its element
 */
export function forwardEvents(partAt: (element: Element | null) => Part | null | undefined): void {
  let pending: { readonly part: Part; readonly detail: unknown }[] = [];
  const dispatch = () => {
    const ready = pending.filter(({ part }) => isHydrated(rootOf(part.element())));
    pending = pending.filter((event) => !ready.includes(event));
    for (const { part, detail } of ready)
      part.element().dispatchEvent(new CustomEvent(partEvent, { detail }));
  };
  const onEvent = (event: Event) => {
    const { target } = event;
    const part = partAt(target instanceof Element ? target.closest('[data-part]') : null);
    // An event that does not bubble is one that `dispatch` has forwarded.
    if (!part || !(event instanceof CustomEvent) || !event.bubbles) return;
    event.stopPropagation();
    pending.push({ part, detail: event.detail });
    dispatch();
  };
  window.addEventListener(partEvent, onEvent, true);
  new PerformanceObserver(dispatch).observe({ type: 'mark' });
}

/**
 * Defers a press in a part while a module around it is not hydrated and has controls that were changed, since that module
 * may then give the part other props. This includes the click that browsers fire when Enter submits a form.
 */
export function deferPresses({ hasChoices }: MainScript): void {
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
