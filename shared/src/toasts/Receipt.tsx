import { Icon } from '../ui/Icon';
import styles from './Receipt.module.css';
import type { Toast } from './store';
import { useArrival } from './useToasts';

/** A toast as a little receipt that comes out of a printer's slot. Whoever draws it gives it its role. */
export function Receipt({ toast }: { readonly toast: Toast }) {
  const ready = useArrival(toast);
  if (!ready) return null;
  return (
    <div className={styles.receipt} data-kind={toast.kind} data-mode={toast.life.mode}>
      <div className={styles.paper}>
        <span className={styles.mark}>
          <Icon name={toast.kind === 'success' ? 'check' : 'alert'} />
        </span>
        <p className={styles.title}>{toast.title}</p>
        <p className={styles.message}>{toast.message}</p>
        {/* The whole receipt is a target and Escape works on it; this makes that findable without
            putting a second stop between the toasts. */}
        <button type="button" tabIndex={-1} className={styles.dismiss} aria-label="Dismiss">
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}
