import { useState, type FocusEvent } from 'react';
import { Notice } from '@shopwright/shared/ui/Notice';
import { noticeText } from './notice-text';
import type { PricesState } from './prices-state';
import styles from './PriceNotice.module.css';

interface PriceNoticeProps {
  readonly id: string;
  readonly state: PricesState;
  readonly onTryAgain: () => void;
}

/**
 * A notice about the prices. Its space is always there: it moves nothing and is announced once.
 * After a retry that succeeds, the button stays until the focus has moved on by itself.
 */
export function PriceNotice({ id, state, onTryAgain }: PriceNoticeProps) {
  const [pressed, setPressed] = useState(false);
  const text = noticeText(state);
  const offersRetry = state.news !== null && (state.news !== 'recovered' || pressed);
  const retry = {
    action: 'Try again',
    busy: state.calling,
    onAction: () => {
      setPressed(true);
      onTryAgain();
    },
    // A window that loses the focus gets it back later.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget || document.hasFocus()) setPressed(false);
    },
  };
  return (
    // An atomic region would announce the label of the button with each sentence.
    <div
      id={id}
      data-screen-only
      role="status"
      aria-atomic="false"
      tabIndex={-1}
      className={styles.news}
    >
      {text !== '' && (
        <Notice className={styles.notice} {...(offersRetry ? retry : {})}>
          {text}
        </Notice>
      )}
    </div>
  );
}
