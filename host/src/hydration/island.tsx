import { lazy, memo, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { Awake } from './Awake';
import { report } from '../error-reporting/report-fault';
import { StaticMarkup } from './StaticMarkup';
import { loadUntilThere } from './load-until-there';
import { hasIntentIn, onInterest } from './interest';
import styles from './Island.module.css';

/**
 * When a prerendered island gets its script: `never`, since it only shows things and its links are
 * plain links; `interest`, when a visitor first touches it.
 */
export type Waking = 'never' | 'interest';

/** A promise and what settles it. */
function createSignal() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function isPrerendered(name: string): boolean {
  if (typeof document === 'undefined') return false;
  return document.querySelector(`#root [data-island="${name}"]`) !== null;
}

/**
 * A part of a page whose script is left out of the page's first load. Where compose has prerendered the
 * part, its markup stays as it is, not hydrated, until it wakes; anywhere else (after a client
 * navigation, on a dev server) its script is loaded at once.
 *
 * It must take no props and read no context that changes: React would have to render it to follow.
 * @param name unique in the site
 * @param load brings the component, from a chunk of its own
 */
export function createIsland(
  name: string,
  waking: Waking,
  load: () => Promise<ComponentType>,
): ComponentType {
  const { promise: woken, resolve: wake } = createSignal();
  // Only React that cannot hydrate (the page was changed under it) and renders anew shows this.
  const still = <StaticMarkup of={`[data-island="${name}"]`} onShown={wake} />;
  const Content = lazy(async () => {
    if (isPrerendered(name)) await woken;
    return {
      default: await loadUntilThere(load, (cause) => report('host', name, 'module', cause)),
    };
  });

  return memo(function Island() {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      const { current } = place;
      const stop =
        waking === 'interest' && current !== null ? onInterest(current, wake) : () => undefined;
      if (current && hasIntentIn(current)) wake();
      return () => {
        stop();
        // Gone from the page, and its markup with it: the next time it comes from its script.
        wake();
      };
    }, []);
    return (
      <div ref={place} data-island={name} className={styles['island']}>
        <Suspense fallback={still}>
          <Content />
          <Awake />
        </Suspense>
      </div>
    );
  });
}
