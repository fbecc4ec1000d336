import { useEffect } from 'react';
import { ToastContainer, toast as draw } from 'react-toastify/unstyled';
import { listenToInteractions } from './interactions';
import { Receipt } from './Receipt';
import { roleOf, useToasts } from './useToasts';
import styles from './Viewport.module.css';

/** A receipt. When the store has removed its toast, it has the library remove it. */
function Drawn({ id }: { readonly id: string }) {
  const toast = useToasts().find((candidate) => candidate.id === id);
  const isGone = toast === undefined;
  useEffect(() => {
    if (isGone) draw.dismiss(id);
  }, [id, isGone]);
  return toast ? <Receipt toast={toast} /> : null;
}

function begin(root: HTMLDivElement) {
  // The library's container is a live region around the toasts, which are live regions themselves; some
  // screen readers would speak twice. React leaves the attribute alone, since its value never changes.
  root.querySelector('[aria-live]')?.setAttribute('aria-live', 'off');
  return listenToInteractions(root);
}

/**
 * Draws the toasts of the page with react-toastify, which only draws. The store does all the waiting, so the
 * library’s timer, drags and transitions are off. Its transitions would end on animation events, and
 * never under `animation: none`. None of its classes is used, so its style sheet is not needed.
 */
export function Viewport() {
  const toasts = useToasts();
  useEffect(() => {
    // Oldest first: the container puts each new one on top. Those that it has already it leaves alone.
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
