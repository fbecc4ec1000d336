import { listen } from './attention';
import { Receipt } from './Receipt';
import styles from './Viewport.module.css';
import { roleOf, useToasts } from './useToasts';

/** Draws the toasts without the toast library, for when it does not come: same looks, roles and handling. */
export function PlainViewport() {
  return (
    <section ref={listen} aria-label="Notifications" data-screen-only className={styles.stack}>
      {useToasts().map((toast) => (
        <div
          key={toast.id}
          id={toast.id}
          className={styles.toast}
          role={roleOf(toast)}
          // Focusable, so that a keyboard can hold and dismiss it.
          tabIndex={0}
        >
          <Receipt toast={toast} />
        </div>
      ))}
    </section>
  );
}
