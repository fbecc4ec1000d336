import { useEffect, useRef, useState } from 'react';
import { Notice } from '@shopwright/shared/ui/Notice';
import { VisuallyHidden } from '@shopwright/shared/ui/VisuallyHidden';
import type { SlotState } from './remote-source';
import styles from './RemoteSlot.module.css';

/**
 * Milliseconds that the live region is in the page before its text comes. A slot can have failed before it is
 * shown, and screen readers often miss what enters with its region.
 */
const announceDelay = 60;

interface SlotNoticeProps {
  readonly state: SlotState;
  readonly label: string;
  readonly onTryAgain: () => void;
  /** Called when the notice that the visitor pressed goes away, and the focus with it. */
  readonly onHealed: () => void;
}

/**
 * Says that a remote is away and offers "Try again". Its space is reserved, so that nothing moves when
 * it comes or goes; its live region is in the page from the start, so that it is announced once.
 */
export function SlotNotice({ state, label, onTryAgain, onHealed }: SlotNoticeProps) {
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (state !== 'failed') return undefined;
    const timer = setTimeout(() => setHasFailed(true), announceDelay);
    return () => clearTimeout(timer);
  }, [state]);

  const wasPressed = useRef(false);
  useEffect(() => {
    if (state !== 'ready' || !wasPressed.current) return;
    wasPressed.current = false;
    // The pressed button is gone with the notice, and focus with it.
    if (document.activeElement === document.body) onHealed();
  }, [state, onHealed]);

  const isShown = hasFailed && state !== 'ready';
  return (
    // Not atomic: only what changes is announced, not the whole sentence again with each label of the button.
    <div className={styles['notice']} role="status" aria-atomic="false" data-screen-only>
      {isShown && (
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
