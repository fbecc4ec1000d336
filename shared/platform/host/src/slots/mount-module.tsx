import type { Page } from '@composed/contracts/module';
import { propsOf, shownQuery } from '../site/site-runtime';
import { mountRoot, type RootOptions } from '../hydration/mount-root';
import type { ModuleSource, SlotState } from '../remotes/module-source';

/** Milliseconds that a loaded module may suspend before it counts as failed. It recovers if it renders later. */
const renderTimeout = 10_000;

interface Options extends RootOptions {
  /** Props that the site provides, by name. */
  readonly provides: object;
  /** The page around the module, for modules that take the prop `page`. */
  readonly page: Page;
  /** Returns the props that the module around a part gives to the part. */
  readonly outerProps?: () => object;
  readonly onState: (state: SlotState) => void;
}

/** Reports a module that is not mounted within `renderTimeout`, unless the returned timer is cleared before. */
const startRenderTimer = (source: ModuleSource, onState: Options['onState']) =>
  setTimeout(() => {
    source.report('render', new Error('not mounted within 10 s'));
    onState('failed');
  }, renderTimeout);

/**
 * Mounts a remote's module as soon as it is loaded. While the remote is unavailable, its prerendered nodes stay in the
 * page. A slot without them, or one whose remote has thrown, shows a copy of the markup that was composed for its page,
 * or the skeleton if there is none.
 */
export function mountModule(container: HTMLElement, source: ModuleSource, options: Options) {
  const { provides, page, outerProps, onState } = options;
  const composedProps = outerProps?.();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReady = false;
  let hasBeenMounted = false;
  /** Whether props changed before the module was ready. They wait, since other props would make hydration fail. */
  let isStale = shownQuery.getState() !== '';
  const onMounted = (state: 'ready' | 'failed') => {
    clearTimeout(timer);
    isReady = state === 'ready';
    hasBeenMounted = true;
    onState(state);
    if (isStale) update();
  };
  const root = mountRoot(container, source.report, onMounted, options);
  const currentElement = () => {
    const { component: Remote } = source.getState();
    // Hydration needs the props that the module was composed with. Pages are composed without a query.
    const isHydrating = root.isPrerendered && !hasBeenMounted;
    const query = isHydrating ? '' : shownQuery.getState();
    const hostProps = propsOf({ ...provides, page: { ...page, query } }, source.props());
    return Remote && <Remote {...(isHydrating ? composedProps : outerProps?.())} {...hostProps} />;
  };
  /**
   * Call when the module's props have changed.
   * @returns whether the module has them now; if not, it gets them once it is ready
   */
  function update(): boolean {
    isStale = !isReady;
    if (isReady) root.update(currentElement());
    return isReady;
  }
  const showIfLoaded = () => {
    const { state, component } = source.getState();
    if (!component) {
      onState(state);
      return;
    }
    timer = startRenderTimer(source, onState);
    root.show(currentElement());
  };
  const unsubscribes = [source.subscribe(showIfLoaded), shownQuery.subscribe(update)];
  void source.load();
  if (!root.isPrerendered && !source.getState().component) root.fallBack();
  showIfLoaded();
  return {
    tryAgain() {
      onState('loading');
      if (source.getState().component) showIfLoaded();
      else source.retry();
    },
    update,
    unmount() {
      clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
      root.unmount();
    },
  };
}
