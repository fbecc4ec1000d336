import { useEffect, useState } from 'react';
import { toasts, type Toast } from 'shared/toasts';
import { Icon } from '../ui/Icon';
import styles from './Receipt.module.css';

/**
 * How long an empty `role="status"` stands before its text comes, in milliseconds. Screen readers announce
 * what enters a status that they already know, and often miss one that comes with its text in it.
 */
const beat = 60;

/**
 * Brings a toast's text in when it will be announced, and begins its time then.
 * @returns whether the text is to be there now
 */
function useArrival({ id, kind }: Toast): boolean {
  const [ready, setReady] = useState(kind === 'error');
  useEffect(() => {
    if (ready) {
      toasts.handle(id, 'activated');
      return undefined;
    }
    const timer = setTimeout(() => setReady(true), beat);
    return () => clearTimeout(timer);
  }, [id, ready]);
  return ready;
}

/** A toast as a little receipt that comes out of a printer's slot. */
export function Receipt({ toast }: { readonly toast: Toast }) {
  const ready = useArrival(toast);
  const isSuccess = toast.kind === 'success';
  return (
    // Its announcement is the role's own and no other. Focusable, so that a keyboard can hold and dismiss it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div id={toast.id} role={isSuccess ? 'status' : 'alert'} tabIndex={0}>
      {ready && (
        <div className={styles.receipt} data-kind={toast.kind} data-mode={toast.life.mode}>
          <div className={styles.paper}>
            <span className={styles.mark}>
              <Icon name={isSuccess ? 'check' : 'alert'} />
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
      )}
    </div>
  );
}
