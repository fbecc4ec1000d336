import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { carryOver } from './carry-over';
import { partOf } from './intents';
import { staticMarkupOf } from './static-markup';
import styles from '../remotes/RemoteSlot.module.css';

interface StaticMarkupProps {
  /** Selector of the part of the page whose prerendered content is meant. */
  readonly of: string;
  /** Shown where the page was composed without it. */
  readonly otherwise?: ReactNode;
  /** Told when this is put into the page, with its content. */
  readonly onShown?: () => void;
}

/** The prerendered nodes of a part of the page, copied: for where React has none of its own to show. */
export function StaticMarkup({ of, otherwise = null, onShown }: StaticMarkupProps) {
  const place = useRef<HTMLDivElement>(null);
  const [markup] = useState(() => staticMarkupOf(of));
  useLayoutEffect(() => {
    if (place.current && markup) {
      place.current.replaceChildren(...markup);
      carryOver(partOf(place.current));
    }
    onShown?.();
  }, [markup, onShown]);
  return (
    <div ref={place} className={styles.static}>
      {markup ? null : otherwise}
    </div>
  );
}
