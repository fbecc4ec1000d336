import { StrictMode, useEffect, useInsertionEffect, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { causeOf, type FaultStage } from '../error-reporting/report-fault';
import { leaveOutHoisted } from '../remotes/hoisted-elements';
import { rootName, rootOf } from '@composed/contracts/page-roots';
import {
  resumeRecording,
  stopRecording,
  markHydrated,
  replayInteractions,
} from './recorded-interactions';
import { noteChoices, noteState, transferState } from './state-transfer';
import { showStaticMarkup } from './static-markup';

/** A container, and the React root in it. A container with a copy of static nodes has no root. */
interface Mounted {
  readonly container: HTMLElement;
  root?: Root;
}

function remove({ container, root }: Mounted): void {
  container.remove();
  // React cannot unmount a root while it renders.
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

/** A component around the content of a root. Its effects run after those of the content. */
function Effects({ element, on, children }: EffectsProps) {
  // Runs before the layout effects of the content, which may measure the content.
  useInsertionEffect(() => on.insertion(), [on]);
  // Runs in the commit that replaces the nodes: a letter typed between that commit and a later effect would be lost.
  useLayoutEffect(() => {
    transferState(element);
    stopRecording(element);
    return () => {
      // React removes the nodes after this cleanup.
      on.removal();
      resumeRecording(element);
    };
  }, [element, on]);
  useEffect(() => {
    on.effects();
    const at = performance.now();
    // Content that throws in an effect has been removed when the timer runs.
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
  /** Shown if compose rendered nothing. */
  readonly skeleton?: ReactNode;
  /** Whether the prerendered markup is of the page that is shown now. */
  readonly isComposed?: boolean;
  /** False if the caller replays recorded interactions itself, at a later time. */
  readonly replays?: boolean;
}

/**
 * Creates a substitute that is shown until content is committed. It has its own container, since React empties the
 * container of a root that throws.
 */
function createSubstitute(isComposed: boolean, skeleton: ReactNode) {
  let mounted: Mounted | null = null;
  return {
    /**
     * Hides the content and, unless a substitute is shown already, shows a copy of the prerendered markup, or the skeleton
     * if there is none.
     * @returns whether this call has shown a copy
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
 * Creates the React root of one slot, island or box. A crash or a mismatch, and its report, stay within the root, and
 * contexts outside can change without making React discard prerendered markup (react issue 22692).
 * @param first the container with the prerendered markup, or an empty one
 * @param onChange called with 'ready' once the content is hydrated, and with 'failed' once the content has thrown and a
 *   substitute is shown
 */
export function mountRoot(
  first: HTMLElement,
  report: (stage: FaultStage, cause: unknown) => void,
  onChange?: (state: 'ready' | 'failed') => void,
  { skeleton, isComposed = true, replays = true }: RootOptions = {},
) {
  const element = rootOf(first) ?? first;
  const isPrerendered = first.hasChildNodes();
  let current: Mounted = { container: first };
  const substitute = createSubstitute(isComposed, skeleton);
  let isActive = true;
  let attempt = 0;
  let stage: FaultStage = 'render';
  /** Prepares a container for React, and returns the options of the React root in it. */
  const prepare = (mounted: Mounted) => {
    leaveOutHoisted(mounted.container, (cause) => report(stage, cause));
    return {
      identifierPrefix: identifierPrefixOf(rootName(element)),
      onCaughtError: () => undefined,
      onUncaughtError: (error: unknown) => {
        report(stage, error);
        // React may report the failure of one root twice.
        if (mounted !== current || !isActive) return;
        current = { container: document.createElement('div') };
        mounted.container.after(current.container);
        remove(mounted);
        substitute.show(current.container);
        onChange?.('failed');
      },
      onRecoverableError: (error: unknown) => {
        // React also reports a mismatch (its error 424) for nodes that were never hydrated, because a second attempt
        // replaced them or their page was left.
        if (attempt > 1 || !isActive) return;
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
      // The state of a page that is left has been stored before.
      if (isActive) noteState(element);
    },
    effects() {
      stage = 'effect';
      if (replays) replayInteractions(element);
    },
    hydration() {
      stage = 'update';
      onChange?.('ready');
    },
  };
  const withEffects = (node: ReactNode) => (
    <StrictMode key={attempt}>
      <Effects element={element} on={callbacks}>
        {node}
      </Effects>
    </StrictMode>
  );
  return {
    element,
    isPrerendered,
    fallBack: () => substitute.show(current.container),
    /** Hydrates prerendered markup at the first call, and renders otherwise. */
    show(node: ReactNode) {
      if (!isActive) return;
      stage = 'render';
      attempt += 1;
      const content = withEffects(node);
      const mounted = current;
      if (isPrerendered && attempt === 1) {
        // In a microtask, since React would otherwise hydrate within the commit of the root that calls this.
        queueMicrotask(() => {
          if (!isActive) return;
          noteChoices(element);
          mounted.root = hydrateRoot(first, content, prepare(mounted));
        });
        return;
      }
      mounted.root ??= createRoot(mounted.container, prepare(mounted));
      mounted.root.render(content);
    },
    /** Renders the same component with other props. */
    update(node: ReactNode) {
      current.root?.render(withEffects(node));
    },
    unmount() {
      isActive = false;
      current.root?.unmount();
      substitute.unmount();
    },
  };
}
