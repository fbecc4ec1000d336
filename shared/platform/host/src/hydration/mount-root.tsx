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

/** Called with 'ready' once the content is hydrated, and with 'failed' once it has thrown and a substitute is shown. */
type OnChange = ((state: 'ready' | 'failed') => void) | undefined;

/** The state of one root, across the containers that it has after crashes. */
interface RootState {
  readonly element: HTMLElement;
  readonly options: RootOptions;
  current: Mounted;
  /** Shown until content is committed. It has its own container, since React empties that of a root that throws. */
  substitute: Mounted | null;
  /** False once the root has been unmounted. */
  isActive: boolean;
  /** The number of calls of `show`. */
  attempt: number;
  /** The stage that a fault would be reported with now. */
  stage: FaultStage;
}

/**
 * Hides the content and, unless a substitute is shown already, shows a copy of the prerendered markup, or the skeleton if
 * there is none.
 * @returns whether this call has shown a copy
 */
function showSubstitute(root: RootState): boolean {
  const content = root.current.container;
  content.hidden = true;
  if (root.substitute) return false;
  const container = document.createElement('div');
  content.before(container);
  root.substitute = { container };
  const { skeleton, isComposed = true } = root.options;
  if (isComposed && showStaticMarkup(container)) return true;
  root.substitute.root = createRoot(container);
  root.substitute.root.render(skeleton);
  return false;
}

/** Prepares the current container for React, and returns the options of the React root in it. */
function prepareContainer(
  root: RootState,
  report: (stage: FaultStage, cause: unknown) => void,
  onChange: OnChange,
) {
  const mounted = root.current;
  leaveOutHoisted(mounted.container, (cause) => report(root.stage, cause));
  return {
    identifierPrefix: identifierPrefixOf(rootName(root.element)),
    onCaughtError: () => undefined,
    onUncaughtError: (error: unknown) => {
      report(root.stage, error);
      // React may report the failure of one root twice.
      if (mounted !== root.current || !root.isActive) return;
      const container = document.createElement('div');
      root.current = { container };
      mounted.container.after(container);
      remove(mounted);
      showSubstitute(root);
      onChange?.('failed');
    },
    onRecoverableError: (error: unknown) => {
      // React also reports a mismatch (its error 424) for nodes that were never hydrated, because a second attempt
      // replaced them or their page was left.
      if (root.attempt > 1 || !root.isActive) return;
      report('hydration', causeOf(error));
    },
  };
}

function createCallbacks(root: RootState, onChange: OnChange): LifecycleCallbacks {
  return {
    insertion() {
      if (root.substitute) remove(root.substitute);
      root.substitute = null;
      root.current.container.hidden = false;
    },
    removal() {
      // The state of a page that is left has been stored before.
      if (root.isActive) noteState(root.element);
    },
    effects() {
      root.stage = 'effect';
      if (root.options.replays !== false) replayInteractions(root.element);
    },
    hydration() {
      root.stage = 'update';
      onChange?.('ready');
    },
  };
}

/**
 * Creates the React root of one slot, island or box. A crash or a mismatch, and its report, stay within the root, and
 * contexts outside can change without making React discard prerendered markup (react issue 22692;
 * shared/platform/decisions.md, decision 8).
 * @param first the container with the prerendered markup, or an empty one
 */
export function mountRoot(
  first: HTMLElement,
  report: (stage: FaultStage, cause: unknown) => void,
  onChange?: OnChange,
  options: RootOptions = {},
) {
  const element = rootOf(first) ?? first;
  const isPrerendered = first.hasChildNodes();
  const root: RootState = {
    element,
    options,
    current: { container: first },
    substitute: null,
    isActive: true,
    attempt: 0,
    stage: 'render',
  };
  const callbacks = createCallbacks(root, onChange);
  const withEffects = (node: ReactNode) => (
    <StrictMode key={root.attempt}>
      <Effects element={element} on={callbacks}>
        {node}
      </Effects>
    </StrictMode>
  );
  return {
    element,
    isPrerendered,
    fallBack: () => showSubstitute(root),
    /** Hydrates prerendered markup at the first call, and renders otherwise. */
    show(node: ReactNode) {
      if (!root.isActive) return;
      root.stage = 'render';
      root.attempt += 1;
      const content = withEffects(node);
      const mounted = root.current;
      const prepare = () => prepareContainer(root, report, onChange);
      if (isPrerendered && root.attempt === 1) {
        // In a microtask, since React would otherwise hydrate within the commit of the root that calls this.
        queueMicrotask(() => {
          if (!root.isActive) return;
          noteChoices(element);
          mounted.root = hydrateRoot(first, content, prepare());
        });
        return;
      }
      mounted.root ??= createRoot(mounted.container, prepare());
      mounted.root.render(content);
    },
    /** Renders the same component with other props. */
    update(node: ReactNode) {
      root.current.root?.render(withEffects(node));
    },
    unmount() {
      root.isActive = false;
      root.current.root?.unmount();
      root.substitute?.root?.unmount();
    },
  };
}
