// By the package’s name, so that there is one store: see useToasts.ts.
import { toasts, type Toast } from '@shopwright/shared/toasts';
import type { LifeEvent } from './life-cycle';

const elementOf = ({ id }: Toast) => document.getElementById(id);

const toastAt = (target: EventTarget | null) =>
  toasts.getState().find((toast) => target instanceof Node && elementOf(toast)?.contains(target));

/**
 * Passes a visitor’s acts on the toasts inside `viewport` to the store: hover and focus hold a toast; a
 * tap, Escape or Enter dismisses it. Focus is never lost. The keyboard goes on to another toast; after the last
 * one, or after a tap, it goes back to where it was. A toast is drawn by the element that has its id.
 * @returns a function that ends it
 */
export function listenToInteractions(viewport: HTMLElement): () => void {
  const ending = new AbortController();
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => viewport.addEventListener(type, listener, { signal: ending.signal });
  let origin: HTMLElement | null = null;

  /** Moving inside a toast fires a leave and an enter in a row; only the last one counts. */
  const tell = (target: EventTarget | null, event: LifeEvent) => {
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

  on('mouseover', ({ target }) => tell(target, 'hovered'));
  on('mouseout', ({ target }) => tell(target, 'left'));
  on('focusin', ({ target, relatedTarget: from }) => {
    tell(target, 'focused');
    if (from instanceof HTMLElement && !viewport.contains(from)) origin = from;
  });
  on('focusout', ({ target }) => tell(target, 'blurred'));
  on('click', ({ target }) => {
    const toast = toastAt(target);
    if (toast) dismiss(toast, []);
  });
  on('keydown', (event) => {
    const toast = toastAt(event.target);
    if (!toast || !['Escape', 'Enter'].includes(event.key)) return;
    // Else the same key press would also act on the button that focus moves to.
    event.preventDefault();
    event.stopPropagation();
    const isOther = ({ id, life }: Toast) => id !== toast.id && life.mode === 'active';
    dismiss(toast, toasts.getState().filter(isOther));
  });
  return () => ending.abort();
}
