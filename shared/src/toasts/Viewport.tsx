import { useEffect } from 'react';
import { ToastContainer, toast as draw } from 'react-toastify/unstyled';
import { listenToInteractions } from './interactions';
import { Receipt } from './Receipt';
import { roleOf, useToasts } from './useToasts';
import styles from './Viewport.module.css';

/** Draws the receipt of a toast. Dismisses it in the toast library when the store has removed the toast. */
function Drawn({ id }: { readonly id: string }) {
  const toast = useToasts().find((candidate) => candidate.id === id);
  const isGone = toast === undefined;
  useEffect(() => {
    if (isGone) draw.dismiss(id);
  }, [id, isGone]);
  return toast ? <Receipt toast={toast} /> : null;
}

function begin(root: HTMLDivElement) {
  // The library's container is a live region, and so is each toast in it; some screen readers would announce a toast
  // twice. React does not restore the attribute, because the library never changes its value.
  root.querySelector('[aria-live]')?.setAttribute('aria-live', 'off');
  return listenToInteractions(root);
}

/**
 * Draws the toasts of the page with react-toastify. The store has the timers, so the library’s timer, drags and
 * transitions are off: its transitions end on animation events, which never fire under `animation: none`. The page uses
 * none of the library’s classes, so it does not load the library's style sheet.
 */
export function Viewport() {
  const toasts = useToasts();
  useEffect(() => {
    // Oldest first, because the container puts each new toast on top. It ignores toasts that it already shows.
    for (const toast of toasts.toReversed()) {
      draw(() => <Drawn id={toast.id} />, { toastId: toast.id, role: roleOf(toast) });
    }
  }, [toasts]);

  return (
    <div ref={begin} data-screen-only>
      <ToastContainer
        className={() => styles.stack ?? ''}
        toastClassName={() => styles.toast ?? ''}
        newestOnTop
        autoClose={false}
        customProgressBar
        draggable={false}
        closeButton={false}
        transition={false}
      />
    </div>
  );
}
