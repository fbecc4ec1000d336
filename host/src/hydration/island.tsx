import { lazy, memo, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { report } from '../error-reporting/report-fault';
import { HydrationMark } from './HydrationMark';
import styles from './hydration.module.css';
import { loadWithRetries } from './load-with-retries';
import { StaticMarkup } from './static-markup';

const interactions = [
  'pointerover',
  'pointerdown',
  'focusin',
  'keydown',
  'input',
  'submit',
] as const;

/**
 * Calls back once, at the first interaction with an element; at once when there has been one already.
 * @returns stops listening
 */
function onInteraction(element: Element, callBack: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const interacted = () => {
    listening.abort();
    callBack();
  };
  // In the capture phase: React stops the events of what it has not hydrated.
  for (const type of interactions) {
    element.addEventListener(type, interacted, { capture: true, signal });
  }
  const { pending = [] } = window.recordedInteractions ?? {};
  const isPending = pending.some(({ target }) => element.contains(target));
  if (isPending || element.contains(document.activeElement)) interacted();
  return () => listening.abort();
}

function isPrerendered(name: string): boolean {
  if (typeof document === 'undefined') return false;
  return document.querySelector(`#root [data-island="${name}"]`) !== null;
}

/**
 * A part of a page whose script is left out of the page's first load. Where compose has prerendered the
 * part, its markup stays as it is until the part is hydrated; anywhere else (after a client navigation, on
 * a dev server) its script is loaded at once.
 *
 * It must take no props and read no context that changes: to pass them on, React would have to render it.
 * @param name unique in the site
 * @param hydrate `never` for what only shows things and has plain links; `on-interaction`: at the first
 *   interaction of a visitor with it
 * @param load brings the component, from a chunk of its own
 */
export function createIsland(
  name: string,
  hydrate: 'never' | 'on-interaction',
  load: () => Promise<ComponentType>,
): ComponentType {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  // React shows this only when it cannot hydrate, because something has changed the page, and renders anew.
  const fallback = <StaticMarkup of={`[data-island="${name}"]`} onShown={begin} />;
  const Content = lazy(async () => {
    if (isPrerendered(name)) await begun;
    return {
      default: await loadWithRetries(load, (cause) => report('host', name, 'module', cause)),
    };
  });

  return memo(function Island() {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      const stop =
        hydrate === 'on-interaction' && place.current
          ? onInteraction(place.current, begin)
          : undefined;
      return () => {
        stop?.();
        // It leaves the page, and its markup with it: the next time it is rendered by its script.
        begin();
      };
    }, []);
    return (
      <div ref={place} data-island={name} className={styles.contents}>
        <Suspense fallback={fallback}>
          <Content />
          <HydrationMark />
        </Suspense>
      </div>
    );
  });
}
