import { rootOf } from '@composed/contracts/page-roots';
import { partEvent } from '@composed/contracts/remote-names';
import { isAwaited, isHydrated } from './around-part';
import type { MainScript, Part } from './part';

/**
 * Dispatches the events of a part at its element, once the module around it is hydrated. They go no further: modules
 * further out have other parts.
 * @param partIn finds a part by its element
 */
export function forwardEvents(partIn: (element: Element | null) => Part | null | undefined): void {
  let pending: { readonly part: Part; readonly detail: unknown }[] = [];
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
