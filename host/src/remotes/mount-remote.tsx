import type { ReactNode } from 'react';
import type { RemoteId, RemoteProps } from '@shopwright/shared/contracts/remotes';
import { mountRoot } from '../hydration/mount-root';
import { showStaticMarkup } from '../hydration/static-markup';
import type { RemoteSource, SlotState } from './remote-source';

/** Milliseconds that a remote may suspend once it is loaded; it heals when it goes on after all. */
const renderTimeout = 10_000;

/**
 * Brings a remote into its place. What compose rendered there is hydrated; anywhere else a copy of it, or the
 * skeleton, stands in until the remote has come, and again when it throws.
 * @param show told what the visitor gets: 'ready' when the remote answers
 */
export function mountRemote(
  container: HTMLElement,
  source: RemoteSource,
  props: RemoteProps[RemoteId],
  skeleton: ReactNode,
  show: (state: SlotState) => void,
) {
  let isPrerendered = container.hasChildNodes();
  let hasCrashed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const standIn = () => {
    if (!showStaticMarkup(container)) root.renderSkeleton(skeleton);
  };
  const crash = () => {
    clearTimeout(timer);
    hasCrashed = true;
    show('failed');
  };
  const root = mountRoot(container, {
    report: source.report,
    onHydrated() {
      clearTimeout(timer);
      hasCrashed = false;
      show('ready');
    },
    onCrash() {
      standIn();
      crash();
    },
  });
  const start = () => {
    const Remote = source.getComponent();
    if (!Remote) return;
    timer = setTimeout(() => {
      source.report('render', new Error('no end in 10 s'));
      crash();
    }, renderTimeout);
    if (isPrerendered) root.hydrate(<Remote {...props} />);
    else root.render(<Remote {...props} />);
    isPrerendered = false;
  };
  const follow = () => {
    const state = source.getState();
    if (state === 'ready') start();
    else show(state);
  };
  const stop = source.subscribe(follow);
  void source.load();
  if (!isPrerendered && source.getState() !== 'ready') standIn();
  follow();
  return {
    /** Loads again what has failed, or renders again what has thrown. */
    tryAgain() {
      if (!hasCrashed) {
        source.retry();
        return;
      }
      show('loading');
      start();
    },
    unmount() {
      clearTimeout(timer);
      stop();
      root.unmount();
    },
  };
}
