// Imported by the package name, so that there is only one store: see useToasts.ts.
import { toasts, type Toast } from '@shopwright/shared/toasts';
import type { LifeEvent } from './life-cycle';

const elementOf = ({ id }: Toast) => document.getElementById(id);

const toastAt = (target: EventTarget | null) =>
  toasts.getState().find((toast) => target instanceof Node && elementOf(toast)?.contains(target));

/**
 * Passes interactions with the toasts inside `viewport` to the store. Hover and focus keep a toast open; a click,
 * Escape or Enter dismisses it. When a key dismisses the focused toast, focus moves to another toast; after the last
 * toast, or after a click, it returns to the element that had it before. The element of a toast has the toast's id.
 * @returns a function that stops listening
 */
export function listenToInteractions(viewport: HTMLElement): () => void {
  const ending = new AbortController();
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => viewport.addEventListener(type, listener, { signal: ending.signal });
  let origin: HTMLElement | null = null;

  const send = (target: EventTarget | null, event: LifeEvent) => {
    const toast = toastAt(target);
    if (toast) toasts.handle(toast.id, event);
  };
  const dismiss = (toast: Toast, otherToasts: readonly Toast[]) => {
    toasts.handle(toast.id, 'dismissed');
    if (!elementOf(toast)?.contains(document.activeElement)) return;
    const candidates = otherToasts.map(elementOf).concat(origin, document.querySelector('main'));
    for (const element of candidates) {
      element?.focus({ preventScroll: true });
      if (element && element === document.activeElement) return;
    }
  };

  // A move between two elements of a toast fires `mouseout` and then `mouseover`, so the toast stays hovered.
  on('mouseover', ({ target }) => send(target, 'hovered'));
  on('mouseout', ({ target }) => send(target, 'left'));
  on('focusin', ({ target, relatedTarget: from }) => {
    send(target, 'focused');
    if (from instanceof HTMLElement && !viewport.contains(from)) origin = from;
  });
  on('focusout', ({ target }) => send(target, 'blurred'));
  on('click', ({ target }) => {
    const toast = toastAt(target);
    if (toast) dismiss(toast, []);
  });
  on('keydown', (event) => {
    const toast = toastAt(event.target);
    if (!toast || !['Escape', 'Enter'].includes(event.key)) return;
    // Otherwise the same key press would activate the button that focus moves to.
    event.preventDefault();
    event.stopPropagation();
    const isOther = ({ id, life }: Toast) => id !== toast.id && life.mode === 'active';
    dismiss(toast, toasts.getState().filter(isOther));
  });
  return () => ending.abort();
}
