import { useRef, type RefObject, type SyntheticEvent } from 'react';
import { toasts, type Toast } from '@shopwright/shared/toasts';
import type { LifeEvent } from './life-cycle';
import { roleOf, useArrival, useToasts } from './useToasts';
import styles from './Viewport.module.css';

interface PlainToastProps {
  readonly toast: Toast;
  /** Where the focus was before the toasts. */
  readonly origin: RefObject<Element | null>;
}

function PlainToast({ toast, origin }: PlainToastProps) {
  const isAnnounced = useArrival(toast);
  const tell = (event: LifeEvent) => () => toasts.handle(toast.id, event);
  const dismiss = ({ currentTarget }: SyntheticEvent, next: Element | null = null) => {
    const place = next ?? origin.current ?? document.querySelector('main');
    // Focus is never lost with a toast: it goes on to the next, or back to where it was.
    if (document.activeElement === currentTarget && place instanceof HTMLElement) place.focus();
    toasts.handle(toast.id, 'dismissed');
  };
  return (
    // A live region that takes what a visitor does with it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={`${styles.toast} ${styles.plain}`}
      role={roleOf(toast)}
      // Focusable, so that a keyboard can hold and dismiss it.
      tabIndex={0}
      onMouseEnter={tell('hovered')}
      onMouseLeave={tell('left')}
      onFocus={tell('focused')}
      onBlur={tell('blurred')}
      onClick={dismiss}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        event.preventDefault();
        dismiss(event, event.currentTarget.nextElementSibling);
      }}
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
  const origin = useRef<Element>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Notifications"
      data-screen-only
      className={styles.stack}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
      }}
    >
      {useToasts().map((toast) => (
        <PlainToast key={toast.id} toast={toast} origin={origin} />
      ))}
    </section>
  );
}
