import type { ComponentType, ReactNode } from 'react';
import type { ModuleProps } from '@composed/contracts/module';
import { mountRoot } from '../hydration/mount-root';
import type { RemoteSource } from '../remotes/remote-source';
import type { SlotState } from '../site-config';

/** Milliseconds that a remote may suspend once it is loaded; it recovers when it goes on after all. */
const renderTimeout = 10_000;

/**
 * Mounts a remote's module as soon as it is there. Prerendered markup stays in place, readable and with the same nodes,
 * for as long as the remote is unavailable; where there is none, and for a remote that has thrown, a copy of it or the skeleton is shown
 * in its stead.
 * @param props called when they are needed: what a module takes is known when it is loaded
 * @param isComposed whether what compose rendered of it was rendered for the page that it stands in now
 */
export function mountRemote(
  container: HTMLElement,
  source: RemoteSource,
  props: () => ModuleProps,
  onState: (state: SlotState) => void,
  skeleton?: ReactNode,
  isComposed = true,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (next: SlotState) => {
    clearTimeout(timer);
    onState(next);
  };
  const root = mountRoot(container, source.report, end, { skeleton, isComposed });
  const elementOf = (Remote: ComponentType<ModuleProps>) => <Remote {...props()} />;
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
    root.show(elementOf(component));
  };
  const stop = source.subscribe(follow);
  void source.load();
  if (!root.isPrerendered && !source.getState().component) root.fallBack();
  follow();
  return {
    tryAgain() {
      onState('loading');
      if (source.getState().component) follow();
      else source.retry();
    },
    /** Call when its props have changed. */
    update() {
      const { component } = source.getState();
      if (component) root.update(elementOf(component));
    },
    unmount() {
      clearTimeout(timer);
      stop();
      root.unmount();
    },
  };
}
