import type { ComponentPropsWithRef } from 'react';
import { Button } from './Button';
import styles from './Notice.module.css';

interface NoticeProps extends ComponentPropsWithRef<'div'> {
  /** Label of the button, for example "Try again". */
  readonly action?: string;
  readonly onAction?: () => void;
  /** Whether the action is running. The button then stays focusable and ignores clicks. */
  readonly busy?: boolean;
}

/**
 * A line about the state of a part of the page. Screen readers do not announce it unless you put it into a live region
 * or give it `role="status"`.
 */
export function Notice({
  action,
  onAction,
  busy = false,
  className,
  children,
  ...div
}: NoticeProps) {
  return (
    <div {...div} className={[styles.notice, className].filter(Boolean).join(' ')}>
      <p>{children}</p>
      {action !== undefined && (
        <Button
          kind="quiet"
          aria-disabled={busy || undefined}
          onClick={() => !busy && onAction?.()}
        >
          {action}
        </Button>
      )}
    </div>
  );
}
