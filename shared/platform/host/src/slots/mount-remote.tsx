import type { Page } from '@composed/contracts/module';
import { propsOf, shownQuery } from '../host';
import { mountRoot, type RootOptions } from '../hydration/mount-root';
import type { RemoteSource } from '../remotes/remote-source';
import type { SlotState } from '../site-config';

/** Milliseconds that a remote may suspend once it is loaded. It recovers if it goes on later. */
const renderTimeout = 10_000;

interface Options extends RootOptions {
  /** Props that the site provides, by name. */
  readonly provides: object;
  /** The page that it stands in, for a module that takes it. */
  readonly page: Page;
  /** Props from the module around it. */
  readonly given?: () => object;
  readonly onState: (state: SlotState) => void;
}

/**
 * Mounts a remote's module as soon as it is loaded. While the remote is unavailable its prerendered markup stays, with
 * the same nodes. A slot without such markup, or one whose remote has thrown, shows a copy of the markup that was
 * composed for its page, or else the skeleton.
 */
export function mountRemote(container: HTMLElement, source: RemoteSource, options: Options) {
  const { provides, page, given, onState } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReady = false;
  /** Whether it was mounted once. The first time it is hydrated with `firstProps`, as it was composed. */
  let wasMounted = false;
  const firstProps = given?.();
  /** Whether its props changed before it was ready. They wait: hydration with other props would replace the nodes. */
  let isStale = shownQuery.getState() !== '';
  const end = (next: SlotState) => {
    clearTimeout(timer);
    isReady = next === 'ready';
    wasMounted = true;
    onState(next);
    if (isStale) update();
  };
  const root = mountRoot(container, source.report, end, options);
  const elementNow = () => {
    const { component: Remote } = source.getState();
    const isHydrating = root.isPrerendered && !wasMounted;
    // Composed without a query, it is hydrated without one.
    const query = isHydrating ? '' : shownQuery.getState();
    const ownProps = propsOf({ ...provides, page: { ...page, query } }, source.props());
    return Remote && <Remote {...(isHydrating ? firstProps : given?.())} {...ownProps} />;
  };
  /**
   * Call when its props have changed.
   * @returns whether it gets them now, since it is ready
   */
  function update(): boolean {
    isStale = !isReady;
    if (isReady) root.update(elementNow());
    return isReady;
  }
  const follow = () => {
    const { state, component } = source.getState();
    if (!component) {
      onState(state);
      return;
    }
    timer = setTimeout(() => {
      source.report('render', new Error('not mounted within 10 s'));
      onState('failed');
    }, renderTimeout);
    root.show(elementNow());
  };
  const stops = [source.subscribe(follow), shownQuery.subscribe(update)];
  void source.load();
  if (!root.isPrerendered && !source.getState().component) root.fallBack();
  follow();
  return {
    tryAgain() {
      onState('loading');
      if (source.getState().component) follow();
      else source.retry();
    },
    update,
    unmount() {
      clearTimeout(timer);
      for (const stop of stops) stop();
      root.unmount();
    },
  };
}
