import { useEffect, useRef } from 'react';
import { carryOver } from './carry-over';
import { partOf } from './intents';
import { fallAsleep, noteHydrated, wakeUp } from './replay';

interface AwakeProps {
  /** Told once as the part begins to live. Stable. */
  readonly onBegin?: () => void;
  /** Told when all effects of its beginning have run and none threw. Stable. */
  readonly onAlive?: () => void;
}

/**
 * Marks a part of the page as alive while it is there: its effect runs when what stands beside it is
 * hydrated or rendered, its clean-up when that is gone.
 */
export function Awake({ onBegin, onAlive }: AwakeProps) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const part = mark.current && partOf(mark.current);
    if (!part) return undefined;
    onBegin?.();
    carryOver(part);
    wakeUp(part);
    // What throws in an effect is gone again before any timer runs.
    const at = performance.now();
    const timer = setTimeout(() => {
      noteHydrated(part, at);
      onAlive?.();
    });
    return () => {
      clearTimeout(timer);
      fallAsleep(part);
    };
  }, [onBegin, onAlive]);
  return <span ref={mark} hidden />;
}
