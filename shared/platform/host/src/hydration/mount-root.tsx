import { StrictMode, useEffect, useInsertionEffect, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { causeOf, type FaultStage } from '../error-reporting/report-fault';
import { leaveOutHoisted } from '../remotes/hoisted-elements';
import { nameOf, rootOf } from '@composed/contracts/page-roots';
import {
  resumeRecording,
  stopRecording,
  markHydrated,
  replayInteractions,
} from './recorded-interactions';
import { noteChoices, noteState, transferState } from './state-transfer';
import { showStaticMarkup } from './static-markup';

/** A container and the React root in it. A copy of static nodes has no root. */
interface Mounted {
  readonly container: HTMLElement;
  root?: Root;
}

function remove({ container, root }: Mounted): void {
  container.remove();
  // React must not unmount a root while it renders.
  setTimeout(() => root?.unmount());
}

/** Callbacks of a root as its content is mounted and unmounted. */
interface LifecycleCallbacks {
  readonly insertion: () => void;
  readonly removal: () => void;
  readonly effects: () => void;
  readonly hydration: () => void;
}

interface EffectsProps {
  readonly element: HTMLElement;
  readonly on: LifecycleCallbacks;
  readonly children: ReactNode;
}

/** A component around the content of a root, whose effects run after those of the content. */
function Effects({ element, on, children }: EffectsProps) {
  // Before the layout effects of the content, which may measure it.
  useInsertionEffect(() => on.insertion(), [on]);
  // With the commit that replaces the nodes: a letter typed between that and an effect would be lost.
  useLayoutEffect(() => {
    transferState(element);
    stopRecording(element);
    return () => {
      // React removes the nodes after this.
      on.removal();
      resumeRecording(element);
    };
  }, [element, on]);
  useEffect(() => {
    on.effects();
    const at = performance.now();
    // Content that throws in an effect has been removed by the time that a timer runs.
    const timer = setTimeout(() => {
      markHydrated(element, at);
      on.hydration();
    });
    return () => clearTimeout(timer);
  }, [element, on]);
  return children;
}

/** Options of a root that differ from mount to mount. */
export interface RootOptions {
  /** Shown where compose rendered nothing. */
  readonly skeleton?: ReactNode;
  /** Whether the prerendered markup is of the page that is shown now. */
  readonly isComposed?: boolean;
  /** False if the caller replays recorded interactions itself, later. */
  readonly replays?: boolean;
}

/** A substitute until content is committed, in a container of its own: a root empties its own when it throws. */
function createSubstitute(isComposed: boolean, skeleton: ReactNode) {
  let mounted: Mounted | null = null;
  return {
    /**
     * Hides the content, and shows a copy of the prerendered markup, or the skeleton, unless it is there.
     * @returns whether it shows a copy now
     */
    show(content: HTMLElement): boolean {
      content.hidden = true;
      if (mounted) return false;
      const container = document.createElement('div');
      content.before(container);
      mounted = { container };
      if (isComposed && showStaticMarkup(container)) return true;
      mounted.root = createRoot(container);
      mounted.root.render(skeleton);
      return false;
    },
    remove() {
      if (mounted) remove(mounted);
      mounted = null;
    },
    unmount: () => mounted?.root?.unmount(),
  };
}

/**
 * A React root for one slot, island or box. A crash, a mismatch and its report end at the root, and contexts above can
 * change without React giving up prerendered markup (react issue 22692).
 * @param first the container with the prerendered markup, or an empty one
 * @param onChange called with 'ready' once the content is hydrated, with 'failed' once it has thrown and a fallback is
 *   shown
 */
export function mountRoot(
  first: HTMLElement,
  report: (stage: FaultStage, cause: unknown) => void,
  onChange?: (state: 'ready' | 'failed') => void,
  { skeleton, isComposed = true, replays = true }: RootOptions = {},
) {
  const rootElement = rootOf(first) ?? first;
  const isPrerendered = first.hasChildNodes();
  let current: Mounted = { container: first };
  const substitute = createSubstitute(isComposed, skeleton);
  let isWanted = true;
  let attempt = 0;
  let stage: FaultStage = 'render';
  /** Makes a container ready for its root. Returns the root's options. */
  const prepare = (mounted: Mounted) => {
    leaveOutHoisted(mounted.container, (cause) => report(stage, cause));
    return {
      identifierPrefix: identifierPrefixOf(nameOf(rootElement)),
      onCaughtError: () => undefined,
      onUncaughtError: (error: unknown) => {
        report(stage, error);
        // React may report the failure of one root twice.
        if (mounted !== current || !isWanted) return;
        current = { container: document.createElement('div') };
        mounted.container.after(current.container);
        remove(mounted);
        substitute.show(current.container);
        onChange?.('failed');
      },
      onRecoverableError: (error: unknown) => {
        // React also reports a mismatch (its error 424) for nodes that were never hydrated: replaced by another
        // attempt, or gone with their page.
        if (attempt > 1 || !isWanted) return;
        report('hydration', causeOf(error));
      },
    };
  };
  const callbacks: LifecycleCallbacks = {
    insertion() {
      substitute.remove();
      current.container.hidden = false;
    },
    removal() {
      // The state of a page that is left has been kept before.
      if (isWanted) noteState(rootElement);
    },
    effects() {
      stage = 'effect';
      if (replays) replayInteractions(rootElement);
    },
    hydration() {
      stage = 'update';
      onChange?.('ready');
    },
  };
  const inRoot = (node: ReactNode) => (
    <StrictMode key={attempt}>
      <Effects element={rootElement} on={callbacks}>
        {node}
      </Effects>
    </StrictMode>
  );
  return {
    element: rootElement,
    isPrerendered,
    fallBack: () => substitute.show(current.container),
    /** Hydrates prerendered markup at the first call; else renders. */
    show(node: ReactNode) {
      if (!isWanted) return;
      stage = 'render';
      attempt += 1;
      const content = inRoot(node);
      const mounted = current;
      if (isPrerendered && attempt === 1) {
        // Called within another root's commit, React would hydrate before that ends.
        queueMicrotask(() => {
          if (!isWanted) return;
          noteChoices(rootElement);
          mounted.root = hydrateRoot(first, content, prepare(mounted));
        });
        return;
      }
      mounted.root ??= createRoot(mounted.container, prepare(mounted));
      mounted.root.render(content);
    },
    /** Renders the same component with other props. */
    update(node: ReactNode) {
      current.root?.render(inRoot(node));
    },
    unmount() {
      isWanted = false;
      current.root?.unmount();
      substitute.unmount();
    },
  };
}
