import type { ComponentPropsWithRef } from 'react';
import { Button } from './Button';
import styles from './Notice.module.css';

interface NoticeProps extends ComponentPropsWithRef<'div'> {
  /** Label of the one thing a visitor can do about it, for instance "Try again". */
  readonly action?: string;
  readonly onAction?: () => void;
  /** The action is under way: its button stays focusable and ignores presses. */
  readonly busy?: boolean;
}

/**
 * One quiet line about the state of a part of the page. It announces nothing by itself: put it into a
 * live region, or give it `role="status"`, where it should be heard.
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
