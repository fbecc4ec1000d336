import type { ComponentType } from 'react';
import {
  isSelfRendering,
  type ModuleProps,
  type SelfRenderingModule,
} from '@composed/contracts/module';
import type { Pins } from '@composed/contracts/pins';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import { createStore } from 'zustand/vanilla';
import { report, type FaultStage } from '../error-reporting/report-fault';
import { hasRelease } from '../page-data';
import { asComponent } from './self-rendering-module';

/** Why an attempt to load a remote failed, and at which stage. */
export class LoadError extends Error {
  constructor(
    readonly stage: FaultStage,
    cause: unknown,
  ) {
    super(String(cause), { cause });
  }
}

/** Wraps an error in a LoadError. A LoadError is returned unchanged, since the first stage that fails counts. */
export const toLoadError = (stage: FaultStage, cause: unknown) =>
  cause instanceof LoadError ? cause : new LoadError(stage, cause);

function isComponent(value: unknown): value is ComponentType<ModuleProps> {
  return typeof value === 'function' || Reflect.get(Object(value), '$$typeof') !== undefined;
}

/**
 * Returns the default export of a remote's module.
 * @throws LoadError if the default export is neither a component nor a `SelfRenderingModule`
 */
export function exportOf(module: unknown): ComponentType<ModuleProps> | SelfRenderingModule {
  const exported: unknown = Reflect.get(Object(module), 'default');
  if (isSelfRendering(exported) || isComponent(exported)) return exported;
  throw new LoadError('export', 'its default export is no component');
}

/** Returns the component of a remote's module. Wraps a module that mounts itself. */
function componentOf(
  exports: unknown,
  reportFault: (stage: FaultStage, cause: unknown) => void,
): ComponentType<ModuleProps> {
  const exported = exportOf(exports);
  if (!isSelfRendering(exported)) return exported;
  return asComponent(exported, (cause) => reportFault('hydration', cause));
}

/** How far a slot's module has loaded. A retry leads from 'failed' back to 'loading'. */
export type SlotState = 'loading' | 'ready' | 'failed';

interface LoadProgress {
  readonly state: SlotState;
  /** Present once the state is 'ready'. */
  readonly component?: ComponentType<ModuleProps>;
  /** All exports of the module. Present once the state is 'ready'. */
  readonly module?: unknown;
}

/**
 * Creates the source of a remote's module: its loading state, for the slots that show the module. Each fault is reported
 * once, with its app and module.
 */
export function createModuleSource(
  id: string,
  load: (id: string) => Promise<unknown>,
  pins: Pick<Pins, 'remotes'>,
) {
  const app = appOf(id);
  const expose = exposeOf(id);
  const module = expose.slice('./'.length);
  const pinnedModule = pins.remotes[app]?.exposes[expose];
  const reportFault = (stage: FaultStage, cause: unknown) => report(app, module, stage, cause);
  const { getState, setState, subscribe } = createStore<LoadProgress>(() => ({ state: 'loading' }));
  let prefetching: Promise<unknown> | undefined;
  let loading: Promise<FaultStage | undefined> | undefined;

  const attempt = async (): Promise<FaultStage | undefined> => {
    try {
      const exports = await load(id);
      setState({ state: 'ready', component: componentOf(exports, reportFault), module: exports });
      return undefined;
    } catch (error) {
      // Not a fault: browsers may block requests of a page that they prerender, and no visitor sees the page yet.
      if (Reflect.get(document, 'prerendering') === true) {
        document.addEventListener('prerenderingchange', () => void attempt(), { once: true });
        return undefined;
      }
      const fault = toLoadError('module', error);
      reportFault(fault.stage, fault.cause);
      setState({ state: 'failed' });
      return fault.stage;
    }
  };

  return {
    /** Whether this document may load the module. If not, a document of a page with the module has to be loaded. */
    isPinned: pinnedModule !== undefined,
    /** Names of the host's props that the module takes. */
    props: () => Object.keys(pinnedModule?.props ?? {}),
    getState,
    subscribe,
    /**
     * Starts loading, unless loading has started already.
     * @returns a promise that never rejects. It resolves with the stage that failed, or with undefined after success and
     *   after a failure in a page that the browser prerenders.
     */
    load: () => {
      loading ??= attempt();
      return loading;
    },
    /** Fetches the module's files, once. A failure is not reported here, but by `load`. */
    prefetch: () => {
      prefetching ??= loading ?? load(id).catch(() => undefined);
    },
    retry: () => {
      if (getState().state !== 'failed') return;
      setState({ state: 'loading' });
      void attempt();
    },
    report: reportFault,
  };
}

export type ModuleSource = ReturnType<typeof createModuleSource>;
/** Sources by federation id; undefined for a module without a release. */
export type ModuleSources = Pick<ReadonlyMap<string, ModuleSource>, 'get'>;

/** Creates the sources of a page's modules. Each source is created at the first `get`. */
export function createSources(pins: Pins, load: (id: string) => Promise<unknown>) {
  const sources = new Map<string, ModuleSource>();
  const retries = new Map<string, () => void>();
  const retryAll = (idPrefix: string) =>
    retries.forEach((retry, id) => {
      if (id.startsWith(idPrefix)) retry();
    });
  window.addEventListener('online', () => retryAll(''));
  const get = (id: string): ModuleSource | undefined => {
    const knownSource = sources.get(id);
    if (knownSource || !hasRelease(pins, id)) return knownSource;
    const newSource = createModuleSource(id, load, pins);
    retries.set(id, newSource.retry);
    // One press retries every module of the app, since they come from the same files.
    const source = { ...newSource, retry: () => retryAll(`${appOf(id)}/`) };
    sources.set(id, source);
    return source;
  };
  return { get } satisfies ModuleSources;
}
