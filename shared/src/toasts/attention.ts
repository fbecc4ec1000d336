import { toasts, type Toast } from '@shopwright/shared/toasts';
import type { LifeEvent } from './life-cycle';

function elementOf({ id }: Toast): HTMLElement | null {
  return document.getElementById(id);
}

function toastAt(target: EventTarget | null): Toast | undefined {
  if (!(target instanceof Node)) return undefined;
  return toasts.getState().find((toast) => elementOf(toast)?.contains(target));
}

/**
 * Gives what a visitor does with the toasts drawn inside `viewport` to the store: hover and focus hold,
 * a tap, Escape or Enter dismiss. A toast is drawn by the element that has its id.
 *
 * Focus is never lost with a toast: the keyboard goes on to the next toast, and from the last one, or
 * after a tap, back to where it was before the toasts. (After a tap the next toast would be held for ever.)
 * @returns what ends it
 */
export function listen(viewport: HTMLElement): () => void {
  const ending = new AbortController();
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => viewport.addEventListener(type, listener, { signal: ending.signal });
  let origin: HTMLElement | null = null;
  let byKeyboard = false;

  /** Inside a toast each leaving is followed by a coming at once. */
  const tell = (target: EventTarget | null, event: LifeEvent) => {
    const toast = toastAt(target);
    if (toast) toasts.handle(toast.id, event);
    return toast;
  };

  on('mouseover', ({ target }) => tell(target, 'hovered'));
  on('mouseout', ({ target }) => tell(target, 'left'));
  on('focusin', ({ target, relatedTarget }) => {
    if (!tell(target, 'focused')) return;
    if (relatedTarget instanceof HTMLElement && !viewport.contains(relatedTarget))
      origin = relatedTarget;
  });
  on('focusout', ({ target }) => tell(target, 'blurred'));
  on('click', ({ target }) => tell(target, 'dismissed'));
  on('keydown', (event) => {
    const toast =
      event.key === 'Escape' || event.key === 'Enter' ? toastAt(event.target) : undefined;
    if (!toast) return;
    // The same key press must act on nothing else: focus may be on a button a moment later.
    event.preventDefault();
    event.stopPropagation();
    byKeyboard = true;
    toasts.handle(toast.id, 'dismissed');
    byKeyboard = false;
  });

  const unsubscribe = toasts.subscribe((list, before) => {
    const focused = before.find((toast) => elementOf(toast)?.contains(document.activeElement));
    if (!focused) return;
    const index = list.findIndex(({ id }) => id === focused.id);
    if (index >= 0 && list[index]?.life.mode !== 'removed') return;
    // The toasts below it, then the ones above.
    const others = [...list.slice(index + 1), ...list.slice(0, index).reverse()];
    const next = others.filter(({ life }) => byKeyboard && life.mode === 'active').map(elementOf);
    for (const place of [...next, origin, document.querySelector('main')]) {
      place?.focus({ preventScroll: true });
      if (place && place === document.activeElement) return;
    }
  });

  return () => {
    ending.abort();
    unsubscribe();
  };
}
