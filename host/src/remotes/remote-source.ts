import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { RemoteId, RemoteProps } from 'shared/contracts/remotes';
import type { FaultStage } from 'shared/faults/report';
import { inStage, LoadFault } from './load-fault';

/** Where an exposed component stands; 'failed' can go back to 'loading' by `retry`. */
export const slotStates = ['loading', 'ready', 'failed'] as const;
export type SlotState = (typeof slotStates)[number];

/** Is told each fault of a remote once. */
export type ReportFault = (stage: FaultStage, cause: unknown) => void;

/**
 * A remote's component. That it takes what the host gives it, the contract says and compose has tried.
 */
export type RemoteComponent = ComponentType<RemoteProps[RemoteId]>;

/** An exposed component as a slot uses it. */
export interface RemoteSource {
  /** Suspends until the remote is there. It never rejects, so the prerendered nodes stay as they are. */
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

/** A component that is there already: compose renders with these. */
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
 * A component that a loader brings, tried again on `retry` and when the browser is online again.
 * @param load rejects with a LoadFault
 * @param report is told each failure once
 */
export function loadingSource(load: () => Promise<unknown>, report: ReportFault): RemoteSource {
  let state: SlotState = 'loading';
  let started = false;
  const listeners = new Set<() => void>();
  const become = (next: SlotState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };

  let arrive: (module: { default: RemoteComponent }) => void;
  const arrival = new Promise<{ default: RemoteComponent }>((resolve) => {
    arrive = resolve;
  });

  /**
   * Browsers answer the first request for a file whose preload failed with that failure, without asking
   * again. A chunk of an entry that was away has not been asked for yet, so it is asked for twice.
   */
  const loadAgain = () =>
    load().catch((fault: unknown) => {
      if (fault instanceof LoadFault && fault.stage === 'module') return load();
      throw fault;
    });

  const attempt = async (loader: () => Promise<unknown>) => {
    try {
      const module = await loader();
      arrive({ default: await inStage('export', () => componentOf(module)) });
      become('ready');
    } catch (fault) {
      if (fault instanceof LoadFault) report(fault.stage, fault.cause);
      else report('module', fault);
      become('failed');
    }
  };
  const retry = () => {
    if (state !== 'failed') return;
    become('loading');
    void attempt(loadAgain);
  };
  const start = () => {
    if (!started) {
      started = true;
      window.addEventListener('online', retry);
      void attempt(load);
    }
    return arrival;
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
