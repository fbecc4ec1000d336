import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { RemoteId, RemoteProps } from 'shared/contracts/remotes';
import type { FaultStage } from 'shared/fault-report';
import { inStage, LoadFault } from './load-fault';

/** How far an exposed component has come; `retry` leads from 'failed' back to 'loading'. */
export type SlotState = 'loading' | 'ready' | 'failed';

/** Called once for each fault of a remote. */
type ReportFault = (stage: FaultStage, cause: unknown) => void;

/** A remote's component. The contract says which props it takes, and compose has rendered it with them. */
export type RemoteComponent = ComponentType<RemoteProps[RemoteId]>;

/** An exposed component as a slot uses it. */
export interface RemoteSource {
  /** Suspends until the remote is there. It never rejects, so React keeps the prerendered nodes. */
  readonly Component: LazyExoticComponent<RemoteComponent>;
  /** Begins loading before the component is first rendered; later calls do nothing. */
  readonly load: () => void;
  readonly getState: () => SlotState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly retry: () => void;
  /** Reports a fault of the component after it was loaded: in render, in an effect. */
  readonly reportCrash: ReportFault;
}

/** By federation id. */
export type RemoteSources = ReadonlyMap<string, RemoteSource>;

function isComponent(value: unknown): value is RemoteComponent {
  return (
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && '$$typeof' in value)
  );
}

/**
 * The component of an exposed module.
 * @throws Error when the module has no component as its default export
 */
export function componentOf(module: unknown): RemoteComponent {
  const exported: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, 'default') : undefined;
  if (!isComponent(exported)) {
    throw new Error('the exposed module has no component as its default export');
  }
  return exported;
}

/** A source whose component is there already, as for compose. */
export function readySource(component: RemoteComponent): RemoteSource {
  return {
    Component: lazy(() => Promise.resolve({ default: component })),
    load: () => undefined,
    getState: () => 'ready',
    subscribe: () => () => undefined,
    retry: () => undefined,
    reportCrash: () => undefined,
  };
}

/**
 * A source that loads its component, again on `retry` and when the browser is back online.
 * @param load rejects with a LoadFault
 */
export function loadingSource(load: () => Promise<unknown>, report: ReportFault): RemoteSource {
  let state: SlotState = 'loading';
  let started = false;
  const listeners = new Set<() => void>();
  const enter = (next: SlotState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };

  let resolveModule: (module: { default: RemoteComponent }) => void;
  const loaded = new Promise<{ default: RemoteComponent }>((resolve) => {
    resolveModule = resolve;
  });

  /**
   * Browsers answer the first request for a file whose preload failed with that failure. After an entry
   * that was away, this is the first request for the module's chunks, so it is made twice.
   */
  const loadAgain = () =>
    load().catch((fault: unknown) => {
      if (fault instanceof LoadFault && fault.stage === 'module') return load();
      throw fault;
    });

  const attempt = async (loader: () => Promise<unknown>) => {
    try {
      const module = await loader();
      resolveModule({ default: await inStage('export', () => componentOf(module)) });
      enter('ready');
    } catch (fault) {
      if (fault instanceof LoadFault) report(fault.stage, fault.cause);
      else report('module', fault);
      enter('failed');
    }
  };
  const retry = () => {
    if (state !== 'failed') return;
    enter('loading');
    void attempt(loadAgain);
  };
  const start = () => {
    if (!started) {
      started = true;
      window.addEventListener('online', retry);
      void attempt(load);
    }
    return loaded;
  };

  return {
    Component: lazy(start),
    load: () => void start(),
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry,
    reportCrash: report,
  };
}
