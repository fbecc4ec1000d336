import { useEffect, useRef, useState } from 'react';
import type { SlotNoticeProps } from '@composed/host/site-config';
import { Notice } from '@shopwright/shared/ui/Notice';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import styles from './SlotNotice.module.css';

/** Announces once that a remote is unavailable, and offers "Try again". Its space is reserved, so it shifts nothing. */
export function SlotNotice({ state, label, onTryAgain, onRecovered }: SlotNoticeProps) {
  const [hasFailed, setHasFailed] = useState(false);
  if (state === 'failed' && !hasFailed) setHasFailed(true);

  const wasPressed = useRef(false);
  useEffect(() => {
    if (state !== 'ready' || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) onRecovered();
  }, [state, onRecovered]);

  const isVisible = hasFailed && state !== 'ready';
  return (
    // Not atomic: an atomic region would announce the whole sentence again when the button's label changes.
    <div className={styles['notice']} role="status" aria-atomic="false" data-screen-only>
      {isVisible && (
        <Notice
          action={state === 'loading' ? 'Trying again…' : 'Try again'}
          busy={state === 'loading'}
          onAction={() => {
            wasPressed.current = true;
            onTryAgain();
          }}
        >
          {label} could not be loaded just now.
        </Notice>
      )}
      {hasFailed && state === 'ready' && <VisuallyHidden>{label} loaded.</VisuallyHidden>}
    </div>
  );
}
