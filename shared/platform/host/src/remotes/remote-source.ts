import type { ComponentType } from 'react';
import { isOwnModule, type ModuleProps, type OwnModule } from '@composed/contracts/module';
import type { Pins } from '@composed/contracts/pins';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import { createStore } from 'zustand/vanilla';
import { report, type FaultStage } from '../error-reporting/report-fault';
import { hasRelease } from '../page-data';
import type { SlotState } from '../site-config';
import { asComponent } from './own-module';

/** Why an attempt to load a remote failed, and at which stage. */
export class LoadFault extends Error {
  constructor(
    readonly stage: FaultStage,
    cause: unknown,
  ) {
    super(String(cause), { cause });
  }
}

/** The first stage that fails counts, so a LoadFault stays as it is. */
export const toLoadFault = (stage: FaultStage, cause: unknown) =>
  cause instanceof LoadFault ? cause : new LoadFault(stage, cause);

function isComponent(value: unknown): value is ComponentType<ModuleProps> {
  return typeof value === 'function' || Reflect.get(Object(value), '$$typeof') !== undefined;
}

/** @throws LoadFault when the default export is neither a component nor an `OwnModule` */
export function exportOf(module: unknown): ComponentType<ModuleProps> | OwnModule {
  const exported: unknown = Reflect.get(Object(module), 'default');
  if (isOwnModule(exported) || isComponent(exported)) return exported;
  throw new LoadFault('export', 'its default export is no component');
}

interface Progress {
  readonly state: SlotState;
  /** The component, once the state is 'ready'. */
  readonly component?: ComponentType<ModuleProps>;
  /** The exports of the module. */
  readonly module?: unknown;
}

/**
 * An exposed component as a slot uses it. Each fault is reported once, with the app and module it comes from.
 * @param pins say whether the page pins it, and which props of the host it takes
 */
export function loadingSource(
  id: string,
  load: (id: string) => Promise<unknown>,
  pins: Pick<Pins, 'remotes'>,
) {
  const app = appOf(id);
  const expose = exposeOf(id);
  const module = expose.slice('./'.length);
  const { getState, setState, subscribe } = createStore<Progress>(() => ({ state: 'loading' }));
  let prefetching: Promise<unknown> | undefined;
  let loading: Promise<FaultStage | undefined> | undefined;

  const attempt = async (): Promise<FaultStage | undefined> => {
    try {
      const exports = await load(id);
      const exported = exportOf(exports);
      const component = isOwnModule(exported)
        ? asComponent(exported, (cause) => report(app, module, 'hydration', cause))
        : exported;
      setState({ state: 'ready', component, module: exports });
      return undefined;
    } catch (error) {
      // Browsers hold back requests of prerendered pages. Nobody looks at one, so it is no fault yet.
      if (Reflect.get(document, 'prerendering') === true) {
        document.addEventListener('prerenderingchange', () => void attempt(), { once: true });
        return undefined;
      }
      const fault = toLoadFault('module', error);
      report(app, module, fault.stage, fault.cause);
      setState({ state: 'failed' });
      return fault.stage;
    }
  };

  return {
    /** Whether this page may load it; if not, the document of its page may. */
    isPinned: expose in (pins.remotes[app]?.exposes ?? {}),
    props: () => Object.keys(pins.remotes[app]?.exposes[expose]?.props ?? {}),
    getState,
    subscribe,
    /**
     * Begins loading, unless that was begun.
     * @returns resolves when the component is there, with the stage that has failed, or with nothing in a page that the
     *   browser prerenders
     */
    load: () => (loading ??= attempt()),
    /** Fetches the component, once. A failure is reported by `load`. */
    prefetch: () => {
      prefetching ??= loading ?? load(id).catch(() => undefined);
    },
    retry: () => {
      if (getState().state !== 'failed') return;
      setState({ state: 'loading' });
      void attempt();
    },
    report: (stage: FaultStage, cause: unknown) => report(app, module, stage, cause),
  };
}

export type RemoteSource = ReturnType<typeof loadingSource>;
/** Sources by federation id; undefined for a module without a release. */
export type RemoteSources = Pick<ReadonlyMap<string, RemoteSource>, 'get'>;

/** The sources of a page, each made when it is asked for. */
export function createSources(pins: Pins, load: (id: string) => Promise<unknown>) {
  const sources = new Map<string, RemoteSource>();
  const retries = new Map<string, () => void>();
  /** One press retries every module of an app, since they come from the same files. */
  const retryOf = (start: string) =>
    retries.forEach((retry, id) => id.startsWith(start) && retry());
  window.addEventListener('online', () => retryOf(''));
  const get = (id: string): RemoteSource | undefined => {
    const knownSource = sources.get(id);
    if (knownSource || !hasRelease(pins, id)) return knownSource;
    const newSource = loadingSource(id, load, pins);
    retries.set(id, newSource.retry);
    const source = { ...newSource, retry: () => retryOf(`${appOf(id)}/`) };
    sources.set(id, source);
    return source;
  };
  return { get } satisfies RemoteSources;
}
