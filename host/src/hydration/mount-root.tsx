import { StrictMode, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { identifierPrefixOf } from '@shopwright/shared/contracts/remotes';
import type { FaultStage } from '@shopwright/shared/fault-report';
import {
  markDehydrated,
  markHydrated,
  nameOf,
  noteHydrated,
  partOf,
} from './recorded-interactions';
import { transferState } from './state-transfer';
import { showStaticMarkup } from './static-markup';

interface EffectsProps {
  readonly part: HTMLElement;
  /**
   * Told 'effect' when React has put the content into the page, and 'update' when all effects of the content have
   * run and none has thrown. Stable.
   */
  readonly enter: (stage: FaultStage) => void;
  readonly children: ReactNode;
}

/** Stands around the content of a root: its effects run after those of the content. */
function Effects({ part, enter, children }: EffectsProps) {
  // With the commit that replaces the nodes: a letter typed between that and an effect would be lost.
  useLayoutEffect(() => transferState(part), [part]);
  useEffect(() => {
    enter('effect');
    markHydrated(part);
    const at = performance.now();
    // Content that throws in an effect has been removed by the time that a timer runs.
    const timer = setTimeout(() => {
      noteHydrated(part, at);
      enter('update');
    });
    return () => {
      clearTimeout(timer);
      markDehydrated(part);
    };
  }, [part, enter]);
  return children;
}

interface RootEvents {
  /** Told of each fault, and at which stage it happened. */
  readonly report: (stage: FaultStage, cause: unknown) => void;
  /** The content answers. */
  readonly onHydrated?: () => void;
  /** The content has thrown, and what stands in has taken its place. It can be shown again. */
  readonly onCrash?: () => void;
}

/**
 * A React root for one part of the page: a crash, a mismatch and a name for it end at the root, and contexts
 * above it can change without React giving up prerendered markup (react issue 22692).
 * @param container of the content of a slot or an island (./MountPoint)
 * @param skeleton stands in for content that is away, where compose rendered none
 */
export function mountRoot(
  container: HTMLElement,
  { report, onHydrated, onCrash }: RootEvents,
  skeleton: ReactNode = null,
) {
  const part = partOf(container) ?? container;
  const isPrerendered = container.hasChildNodes();
  let root: Root | null = null;
  let isWanted = true;
  let attempt = 0;
  let stage: FaultStage = 'render';
  const enter = (next: FaultStage) => {
    stage = next;
    if (next === 'update') onHydrated?.();
  };
  const options = {
    identifierPrefix: identifierPrefixOf(nameOf(part)),
    // What the content catches is its own business.
    onCaughtError: () => undefined,
    onUncaughtError: (error: unknown) => {
      report(stage, error);
      standIn();
      onCrash?.();
    },
    onRecoverableError: (error: unknown) => {
      // What is rendered in place of nodes that were never hydrated is no mismatch, though React says so.
      if (attempt > 1) return;
      report('hydration', error instanceof Error ? (error.cause ?? error) : error);
    },
  };
  const around = (content: ReactNode) => {
    enter('render');
    attempt += 1;
    return (
      <StrictMode key={attempt}>
        <Effects part={part} enter={enter}>
          {content}
        </Effects>
      </StrictMode>
    );
  };
  const render = (content: ReactNode) => {
    if (!isWanted) return;
    root ??= createRoot(container, options);
    root.render(content);
  };
  /** Shows a copy of what compose rendered, or the skeleton. */
  const standIn = () => {
    if (!showStaticMarkup(container)) render(skeleton);
  };
  return {
    isPrerendered,
    standIn,
    /** Hydrates the nodes that compose has rendered `content` to; anywhere else, and later, renders it. */
    show(content: ReactNode) {
      if (!isPrerendered || root) {
        render(around(content));
        return;
      }
      // Called within another root's commit, React would hydrate before that ends.
      queueMicrotask(() => {
        if (isWanted) root = hydrateRoot(container, around(content), options);
      });
    },
    unmount() {
      isWanted = false;
      root?.unmount();
    },
  };
}
