import type { ComponentType } from 'react';
import type { RemoteId, RemoteProps } from '@shopwright/shared/contracts/remotes';
import type { FaultStage } from '@shopwright/shared/fault-report';

/** Why an attempt to load a remote failed, and at which stage. */
export class LoadFault extends Error {
  constructor(
    readonly stage: FaultStage,
    override readonly cause: unknown,
  ) {
    super(stage);
  }
}

/** Rejects with a LoadFault of this stage when `work` fails, unless a stage inside it has done so. */
export async function inStage<T>(stage: FaultStage, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof LoadFault ? cause : new LoadFault(stage, cause);
  }
}

/** How far an exposed component has come; `retry` leads from 'failed' back to 'loading'. */
export type SlotState = 'loading' | 'ready' | 'failed';

/** A remote's component. The contract says which props it takes, and compose has rendered it with them. */
export type RemoteComponent = ComponentType<RemoteProps[RemoteId]>;

function isComponent(value: unknown): value is RemoteComponent {
  return typeof value === 'function' || Reflect.get(Object(value), '$$typeof') !== undefined;
}

/**
 * The component of an exposed module.
 * @throws Error when the module has no component as its default export
 */
export function componentOf(module: unknown): RemoteComponent {
  const exported: unknown = Reflect.get(Object(module), 'default');
  if (isComponent(exported)) return exported;
  throw new Error('the exposed module has no component as its default export');
}

/**
 * An exposed component as a slot uses it.
 * @param load brings the module; rejects with a LoadFault
 * @param report called once for each fault
 */
export function loadingSource(
  load: () => Promise<unknown>,
  report: (stage: FaultStage, cause: unknown) => void,
) {
  let state: SlotState = 'loading';
  let started: Promise<void> | undefined;
  let component: RemoteComponent | undefined;
  let isPrefetched = false;
  let isFetchedInVain = false;
  const listeners = new Set<() => void>();
  const enter = (next: SlotState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };

  const accept = (loadedComponent: RemoteComponent) => {
    component = loadedComponent;
    enter('ready');
  };

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
      accept(await inStage('export', () => componentOf(module)));
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
  const start = () => (started ??= attempt(isFetchedInVain ? loadAgain : load));

  return {
    /** The component once the state is 'ready'. */
    getComponent: () => component,
    /** Begins loading, unless that was begun. Resolves when the component is there or has failed. */
    load: start,
    /** Fetches the component, once, and leaves a failure to whoever loads it. */
    prefetch: () => {
      if (started || isPrefetched) return;
      isPrefetched = true;
      load()
        .then((module) => {
          const fetched = componentOf(module);
          if (started) return;
          started = Promise.resolve();
          accept(fetched);
        })
        .catch(() => {
          isFetchedInVain = true;
        });
    },
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Loads again what has failed. */
    retry,
    /** Reports a fault of the component after it was loaded: in render, in an effect. */
    report,
  };
}

export type RemoteSource = ReturnType<typeof loadingSource>;

/** By federation id. */
export type RemoteSources = ReadonlyMap<string, RemoteSource>;
