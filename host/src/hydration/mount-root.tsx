import { StrictMode, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { identifierPrefixOf } from '@shopwright/shared/contracts/remotes';
import type { FaultStage } from '../error-reporting/report-fault';
import {
  markDehydrated,
  markHydrated,
  nameOf,
  noteHydrated,
  partOf,
  replayInteractions,
} from './recorded-interactions';
import { transferState } from './state-transfer';
import { showStaticMarkup } from './static-markup';

/**
 * A React root for one part of the page: a crash, a mismatch and a name for it end at the root, and contexts
 * above it can change without React giving up prerendered markup (react issue 22692).
 * @param onChange told 'ready' when the content answers, 'failed' when it has thrown and something stands in for it
 * @param skeleton stands in where compose rendered nothing
 */
export function mountRoot(
  container: HTMLElement,
  report: (stage: FaultStage, cause: unknown) => void,
  onChange?: (state: 'ready' | 'failed') => void,
  skeleton?: ReactNode,
) {
  const part = partOf(container) ?? container;
  const isPrerendered = container.hasChildNodes();
  let root: Root | null = null;
  let isWanted = true;
  let attempt = 0;
  let stage: FaultStage = 'render';
  const options = {
    identifierPrefix: identifierPrefixOf(nameOf(part)),
    onCaughtError: () => undefined,
    onUncaughtError: (error: unknown) => {
      report(stage, error);
      standIn();
      onChange?.('failed');
    },
    onRecoverableError: (error: unknown) => {
      // What is rendered in place of nodes that were never hydrated is no mismatch, though React says so.
      if (attempt > 1) return;
      report('hydration', error instanceof Error ? (error.cause ?? error) : error);
    },
  };
  /** Stands around the content: its effects run after those of the content. */
  function Effects({ children }: { readonly children: ReactNode }) {
    // With the commit that replaces the nodes: a letter typed between that and an effect would be lost.
    useLayoutEffect(() => {
      transferState(part);
      markHydrated(part);
      return () => markDehydrated(part);
    }, []);
    useEffect(() => {
      stage = 'effect';
      replayInteractions(part);
      const at = performance.now();
      // Content that throws in an effect has been removed by the time that a timer runs.
      const timer = setTimeout(() => {
        stage = 'update';
        noteHydrated(part, at);
        onChange?.('ready');
      });
      return () => clearTimeout(timer);
    }, []);
    return children;
  }
  const around = (content: ReactNode) => {
    stage = 'render';
    attempt += 1;
    return (
      <StrictMode key={attempt}>
        <Effects>{content}</Effects>
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
