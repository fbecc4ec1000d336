import { createStore } from 'zustand/vanilla';
import { newLife, nextLife, type Life, type LifeEvent } from './life-cycle';

/** Content of a toast. */
export interface ToastContent {
  readonly kind: 'success' | 'error';
  readonly title: string;
  readonly message: string;
}

/** A toast in the store: its text, and its stage. */
export interface Toast extends ToastContent {
  /** Unique in the page, and the id of the element that shows the toast. */
  readonly id: string;
  readonly life: Life;
}

/**
 * The toasts of a page, newest first, and their timers. Knows neither React nor a document. Every call about
 * a toast that is gone does nothing.
 */
export function createToastStore() {
  const store = createStore<readonly Toast[]>(() => []);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let count = 0;

  /** An event in the life of a toast: whoever draws it says `activated` when it can be seen. */
  function handle(id: string, event: LifeEvent): void {
    const toast = store.getState().find((candidate) => candidate.id === id);
    if (!toast) return;
    const life = nextLife(toast.life, event);
    if (life === toast.life) return;
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (life?.countdown != null) {
      const end = life.mode === 'removed' ? 'easedOut' : 'expired';
      timers.set(
        id,
        setTimeout(() => handle(id, end), life.countdown),
      );
    }
    store.setState(
      life
        ? store.getState().map((other) => (other.id === id ? { ...other, life } : other))
        : store.getState().filter((other) => other.id !== id),
      true,
    );
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    /** Adds a toast on top. @returns its id */
    show({ kind, title, message }: ToastContent): string {
      count += 1;
      const id = `toast-${count}`;
      store.setState([{ id, kind, title, message, life: newLife }, ...store.getState()], true);
      return id;
    },
    handle,
  };
}

/** The one store of the page: host and remotes share this module (share key `@shopwright/shared/toasts`). */
export const toasts = /* @__PURE__ */ createToastStore();
