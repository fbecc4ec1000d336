import { useCallback, type ComponentType } from 'react';
import { report, type FaultStage } from '../error-reporting/report-fault';
import { useSiteRuntime } from '../site/site-runtime';
import { MountPoint } from './MountPoint';
import { mountRoot } from './mount-root';
import styles from './hydration.module.css';

const interactions = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'submit'];

/** Resolves at the first interaction with an element, or at once if the visitor has interacted with it before. */
function firstInteraction(element: Element, signal: AbortSignal): Promise<unknown> {
  const { pending = [] } = window.recordedInteractions ?? {};
  return new Promise<unknown>((resolve) => {
    const targets = [...pending, document.activeElement];
    if (targets.some((target) => element.contains(target))) resolve(element);
    // The capture phase comes before any handler that could stop the event.
    const options = { capture: true, signal };
    for (const type of interactions) element.addEventListener(type, resolve, options);
  });
}

/** Milliseconds until a failed chunk is requested again. */
const retryDelay = 2000;

/** Retries until `load` succeeds. Reports only the first failure. */
export async function loadUntilThere<T>(
  name: string,
  load: () => Promise<T>,
  onFailure = report,
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    onFailure('host', name, 'module', cause);
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
    return loadUntilThere(name, load, () => undefined);
  }
}

/** Loaders of all islands' components by name, for compose. */
export const islands = new Map<string, () => Promise<ComponentType>>();

/**
 * Creates a component whose script is not in the page's first load. Prerendered markup stays as it is until the component
 * is hydrated. Without prerendered markup (after a client navigation, on a dev server) the script is loaded at once.
 * @param hydrate `never` for static content with plain links; otherwise at the visitor's first interaction with it
 */
export function createIsland(
  name: string,
  hydrate: 'never' | 'on-interaction',
  load: () => Promise<ComponentType>,
): ComponentType {
  islands.set(name, load);
  let component: ComponentType | null = null;
  const reportFault = (stage: FaultStage, cause: unknown) => report('host', name, stage, cause);

  const loadContent = async () => {
    component = await loadUntilThere(name, load);
    return component;
  };

  return function Island() {
    const runtime = useSiteRuntime();
    const onMount = useCallback(
      (container: HTMLElement) => {
        const root = mountRoot(container, reportFault);
        const show = (Content: ComponentType) => root.show(runtime.wrapInSite(<Content />));
        const leaving = new AbortController();
        if (component && !root.isPrerendered) show(component);
        else if (!root.isPrerendered && !root.fallBack()) void loadContent().then(show);
        else if (hydrate === 'on-interaction') {
          void firstInteraction(root.element, leaving.signal).then(() => loadContent().then(show));
        }
        return () => {
          leaving.abort();
          root.unmount();
        };
      },
      [runtime],
    );
    return <MountPoint kind="island" name={name} className={styles.contents} onMount={onMount} />;
  };
}
