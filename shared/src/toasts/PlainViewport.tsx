import { useEffect, useRef } from 'react';
import { listen } from './attention';
import styles from './Viewport.module.css';
import type { Toast } from './store';
import { roleOf, useArrival, useToasts } from './useToasts';

function PlainToast({ toast }: { readonly toast: Toast }) {
  const ready = useArrival(toast);
  return (
    // Focusable, so that a keyboard can hold and dismiss it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div id={toast.id} className={styles.toast} role={roleOf(toast)} tabIndex={0}>
      {ready && (
        <div className={styles.plain} data-mode={toast.life.mode}>
          <p>
            <strong>{toast.title}</strong>
          </p>
          <p>{toast.message}</p>
        </div>
      )}
    </div>
  );
}

/** Draws the toasts without the toast library, for when it does not come: same words, roles and handling. */
export function PlainViewport() {
  const root = useRef<HTMLElement>(null);
  const shown = useToasts();
  useEffect(() => (root.current ? listen(root.current) : undefined), []);
  return (
    <section ref={root} aria-label="Notifications" data-screen-only className={styles.stack}>
      {shown.map((toast) => (
        <PlainToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
