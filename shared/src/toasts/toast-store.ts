import { createStore } from 'zustand/vanilla';
import { newLife, nextLife, type Life, type LifeEvent } from './life-cycle';

export interface ToastContent {
  readonly kind: 'success' | 'error';
  readonly title: string;
  readonly message: string;
}

export interface Toast extends ToastContent {
  /** Unique in the page. The element that draws the toast has the same id. */
  readonly id: string;
  readonly life: Life;
}

/**
 * Creates a store of toasts, newest first, with their timers. Depends on neither React nor the DOM. Calls for a toast
 * that no longer exists do nothing.
 */
export function createToastStore() {
  const store = createStore<readonly Toast[]>(() => []);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let count = 0;

  /** Applies an event to a toast. The component that draws a toast must send `activated` when the toast is visible. */
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
        ? store.getState().map((shown) => (shown.id === id ? { ...shown, life } : shown))
        : store.getState().filter((shown) => shown.id !== id),
      true,
    );
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    /**
     * Adds a toast before the others.
     * @returns its id
     */
    show({ kind, title, message }: ToastContent): string {
      count += 1;
      const id = `toast-${count}`;
      store.setState([{ id, kind, title, message, life: newLife }, ...store.getState()], true);
      return id;
    },
    handle,
  };
}

/** The page's only toast store: host and remotes share this module (share key `@shopwright/shared/toasts`). */
export const toasts = /* @__PURE__ */ createToastStore();
