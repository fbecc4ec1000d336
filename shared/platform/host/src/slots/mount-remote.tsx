import type { ReactNode } from 'react';
import type { ModuleProps, Page } from '@composed/contracts/module';
import { propsOf, shownQuery } from '../host';
import { mountRoot } from '../hydration/mount-root';
import type { RemoteSource } from '../remotes/remote-source';
import type { SlotState } from '../site-config';

/** Milliseconds that a remote may suspend once it is loaded; it recovers when it goes on after all. */
const renderTimeout = 10_000;

interface Options {
  /** Props that the site offers, by name. */
  readonly provides: object;
  /** The page that it stands in, for a module that takes it. */
  readonly page: Page;
  /** Props from the module around it. */
  readonly given?: () => object;
  readonly onState: (state: SlotState) => void;
  readonly skeleton?: ReactNode;
  /** Whether what compose rendered of it was rendered for the page that it stands in now. */
  readonly isComposed?: boolean;
}

/**
 * Mounts a remote's module as soon as it is there. Prerendered markup stays in place, readable and with the same nodes,
 * for as long as the remote is unavailable; where there is none, and for a remote that has thrown, a copy of it or the
 * skeleton is shown in its stead.
 */
export function mountRemote(
  container: HTMLElement,
  source: RemoteSource,
  { provides, page, given = () => ({}), onState, skeleton, isComposed = true }: Options,
) {
  const taken = source.props();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReady = false;
  /** Whether its props have changed before it was ready: nodes that get others would be made anew. */
  let isStale = false;
  /** The page with the query that it was rendered with. */
  let own = page;
  const end = (next: SlotState) => {
    clearTimeout(timer);
    isReady = next === 'ready';
    onState(next);
    if (isStale) update();
  };
  const root = mountRoot(container, source.report, end, { skeleton, isComposed });
  const elementNow = () => {
    const { component: Remote } = source.getState();
    // Composed without a query, it is hydrated without one.
    const query = root.isPrerendered && !isReady ? '' : shownQuery.getState();
    if (own.query !== query) own = { ...own, query };
    const props: ModuleProps = { ...given(), ...propsOf({ ...provides, page: own }, taken) };
    return Remote && <Remote {...props} />;
  };
  /** Call when its props have changed. */
  function update() {
    isStale = !isReady;
    if (isReady) root.update(elementNow());
  }
  const followQuery = () => {
    if (taken.includes('page') && own.query !== shownQuery.getState()) update();
  };
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
    followQuery();
  };
  const stops = [source.subscribe(follow), shownQuery.subscribe(followQuery)];
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
