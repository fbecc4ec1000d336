import { useCallback, type ComponentType } from 'react';
import { report } from '../error-reporting/report-fault';
import { SiteProvider, useSite } from '../site';
import { MountPoint } from './MountPoint';
import { mountRoot } from './mount-root';
import styles from './hydration.module.css';
import { loadWithRetries } from './load-with-retries';
import { showStaticMarkup } from './static-markup';

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
  // In the capture phase: whatever handles the event may stop it.
  for (const type of interactions) {
    element.addEventListener(type, interacted, { capture: true, signal });
  }
  const { pending = [] } = window.recordedInteractions ?? {};
  const isPending = pending.some(({ target }) => element.contains(target));
  if (isPending || element.contains(document.activeElement)) interacted();
  return () => listening.abort();
}

/** The component of every island by its name, for compose. */
export const islands = new Map<string, () => Promise<ComponentType>>();

/**
 * A part of a page whose script is left out of the page's first load. Where compose has prerendered the
 * part, its markup stays as it is until the part is hydrated; anywhere else (after a client navigation, on
 * a dev server) its script is loaded at once.
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
  islands.set(name, load);
  let loaded: ComponentType | null = null;
  const fault = (cause: unknown) => report('host', name, 'module', cause);

  return function Island() {
    const site = useSite();
    const onMount = useCallback(
      (container: HTMLElement) => {
        const root = mountRoot(container, {
          report: (stage, cause) => report('host', name, stage, cause),
        });
        const show = (Content: ComponentType) => {
          loaded = Content;
          root.show(
            <SiteProvider value={site}>
              <Content />
            </SiteProvider>,
          );
        };
        const begin = () => void loadWithRetries(load, fault).then(show);
        let stop: (() => void) | undefined;
        if (!root.isPrerendered && loaded) show(loaded);
        else if (!root.isPrerendered && !showStaticMarkup(container)) begin();
        else if (hydrate === 'on-interaction') stop = onInteraction(container, begin);
        return () => {
          stop?.();
          root.unmount();
        };
      },
      [site],
    );
    return <MountPoint kind="island" name={name} className={styles.contents} onMount={onMount} />;
  };
}
