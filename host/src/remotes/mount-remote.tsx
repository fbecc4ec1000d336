import type { ReactNode } from 'react';
import type { RemoteId, RemoteProps } from '@shopwright/shared/contracts/remotes';
import { mountRoot } from '../hydration/mount-root';
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
  let hasCrashed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const crash = () => {
    clearTimeout(timer);
    hasCrashed = true;
    show('failed');
  };
  const events = {
    report: source.report,
    onHydrated() {
      clearTimeout(timer);
      hasCrashed = false;
      show('ready');
    },
    onCrash: crash,
  };
  const root = mountRoot(container, events, skeleton);
  const start = () => {
    const Remote = source.getComponent();
    if (!Remote) return;
    timer = setTimeout(() => {
      source.report('render', new Error('no end in 10 s'));
      crash();
    }, renderTimeout);
    root.show(<Remote {...props} />);
  };
  const follow = () => {
    const state = source.getState();
    if (state === 'ready') start();
    else show(state);
  };
  const stop = source.subscribe(follow);
  void source.load();
  if (!root.isPrerendered && source.getState() !== 'ready') root.standIn();
  follow();
  return {
    /** Loads again what has failed, or renders again what has thrown. */
    tryAgain() {
      if (!hasCrashed) source.retry();
      else {
        show('loading');
        start();
      }
    },
    unmount() {
      clearTimeout(timer);
      stop();
      root.unmount();
    },
  };
}
