import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { transferState } from './state-transfer';
import styles from './hydration.module.css';

/** Null where compose renders, and until `keepStaticMarkup` was called. */
let prerendered: Element | null = null;

/** Keeps a clone of the prerendered markup. Call once, before React takes the page over. */
export function keepStaticMarkup(root: Element): void {
  // In a document without a window nothing of the copy is fetched: a clone's images would be, lazy or not.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true);
  if (copy instanceof Element) prerendered = copy;
}

/**
 * A fresh copy of prerendered nodes.
 * @param selector of the element whose content is meant; null for the whole root
 * @returns null where the page was composed without it
 */
export function staticMarkupOf(selector: string | null): readonly Node[] | null {
  const part = selector === null ? prerendered : prerendered?.querySelector(selector);
  return part?.hasChildNodes() ? [...part.cloneNode(true).childNodes] : null;
}

interface StaticMarkupProps {
  /** Selector of the part of the page whose prerendered content is meant. */
  readonly of: string;
  /** Shown where the page was composed without it. */
  readonly otherwise?: ReactNode;
  /** Called when this is in the page, with its content. */
  readonly onShown?: () => void;
}

/** A copy of a part's prerendered nodes, for when React has none of its own to show. */
export function StaticMarkup({ of, otherwise = null, onShown }: StaticMarkupProps) {
  const place = useRef<HTMLDivElement>(null);
  const [markup] = useState(() => staticMarkupOf(of));
  useLayoutEffect(() => {
    if (place.current && markup) {
      place.current.replaceChildren(...markup);
      transferState(place.current);
    }
    onShown?.();
  }, [markup, onShown]);
  return (
    <div ref={place} className={styles.contents}>
      {markup ? null : otherwise}
    </div>
  );
}
