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
 * A notice about the prices. Its space is always reserved, so that it does not move the layout. Screen readers announce
 * it once. After a successful retry, the button stays until the visitor moves the focus.
 */
export function PriceNotice({ id, state, onTryAgain }: PriceNoticeProps) {
  const [pressed, setPressed] = useState(false);
  const text = noticeText(state);
  const offersRetry = state.notice !== null && (state.notice !== 'recovered' || pressed);
  const retry = {
    action: 'Try again',
    busy: state.isLoading,
    onAction: () => {
      setPressed(true);
      onTryAgain();
    },
    // Ignores the blur when the window loses focus, because the focus will return to the button.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget || document.hasFocus()) setPressed(false);
    },
  };
  return (
    // Not atomic: an atomic region would announce the button's label with each sentence.
    <div
      id={id}
      data-screen-only
      role="status"
      aria-atomic="false"
      tabIndex={-1}
      className={styles.region}
    >
      {text !== '' && (
        <Notice className={styles.notice} {...(offersRetry ? retry : {})}>
          {text}
        </Notice>
      )}
    </div>
  );
}
