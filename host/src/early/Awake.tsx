import { useEffect, useRef } from 'react';
import { partOf } from './intents';
import { fallAsleep, wakeUp } from './replay';

/**
 * Marks a part of the page as alive while it is there: its effect runs when what stands beside it is
 * hydrated or rendered, its clean-up when that is gone.
 */
export function Awake() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const part = mark.current && partOf(mark.current);
    if (!part) return undefined;
    wakeUp(part);
    return () => fallAsleep(part);
  }, []);
  return <span ref={mark} hidden />;
}
