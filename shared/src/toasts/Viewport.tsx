// By its package name, also in here: that request is what host and remotes share, a relative one would
// put a second store into whichever app imports this.
import { toasts } from 'shared/toasts';
import { useStore } from 'zustand';
import { listen } from './attention';
import { Receipt } from './Receipt';
import styles from './Viewport.module.css';

/** The toasts of the page, newest first. Nothing is drawn before the first one, on the server neither. */
export function Viewport() {
  const shown = useStore(toasts);
  if (shown.length === 0) return null;
  return (
    <section
      ref={listen}
      aria-label="Notifications Alt+T"
      data-screen-only
      className={styles.stack}
    >
      {shown.map((toast) => (
        <Receipt key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
