import { useEffect, useLayoutEffect, useRef } from 'react';
import { markDehydrated, markHydrated, noteHydrated, partOf } from './recorded-interactions';
import { transferState } from './state-transfer';

interface HydrationMarkProps {
  /** Called when React has put the part into the page. Stable. */
  readonly onMount?: () => void;
  /** Called when all effects of the part have run and none has thrown. Stable. */
  readonly onHydrated?: () => void;
}

/**
 * Stands beside the content of a slot or island, inside the same boundary. Its effects run with those of
 * the content: they transfer what a visitor did in the nodes before, and tell the rest of the page that this
 * part is hydrated, or rendered anew.
 */
export function HydrationMark({ onMount, onHydrated }: HydrationMarkProps) {
  const mark = useRef<HTMLSpanElement>(null);
  // With the commit that replaces the nodes: a letter typed between that and an effect would be lost.
  useLayoutEffect(() => {
    const part = mark.current && partOf(mark.current);
    if (part) transferState(part);
  }, []);
  useEffect(() => {
    const part = mark.current && partOf(mark.current);
    if (!part) return undefined;
    onMount?.();
    markHydrated(part);
    const at = performance.now();
    // Content that throws in an effect has been removed by the time that a timer runs.
    const timer = setTimeout(() => {
      noteHydrated(part, at);
      onHydrated?.();
    });
    return () => {
      clearTimeout(timer);
      markDehydrated(part);
    };
  }, [onMount, onHydrated]);
  return <span ref={mark} hidden />;
}
