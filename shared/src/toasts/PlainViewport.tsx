import type { Toast } from '@shopwright/shared/toasts';
import { listen } from './attention';
import { roleOf, useArrival, useToasts } from './useToasts';
import styles from './Viewport.module.css';

function PlainToast({ toast }: { readonly toast: Toast }) {
  const isAnnounced = useArrival(toast);
  return (
    <div
      id={toast.id}
      className={`${styles.toast} ${styles.plain}`}
      role={roleOf(toast)}
      // So that a keyboard can hold and dismiss it.
      tabIndex={0}
    >
      {isAnnounced && (
        <p>
          <strong>{toast.title}</strong>
          {toast.message}
        </p>
      )}
    </div>
  );
}

/** Draws the toasts without the toast library, for when it does not come: same roles, times and handling. */
export function PlainViewport() {
  return (
    <section ref={listen} aria-label="Notifications" data-screen-only className={styles.stack}>
      {useToasts().map((toast) => (
        <PlainToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
