import { useCallback, useRef, useState } from 'react';
import { propsOf, useHost } from '../host';
import { MountPoint } from '../hydration/MountPoint';
import { mountRoot } from '../hydration/mount-root';
import type { SlotState } from '../site-parts';

/** Milliseconds that a remote may suspend once it is loaded; it heals when it goes on after all. */
const renderTimeout = 10_000;

/**
 * A remote's place in the page. Prerendered markup stays in place, readable and with the same nodes, for as long as
 * the remote is unavailable; where there is none, a copy of it or the skeleton stands in, and so it does for a remote that
 * has thrown. A notice with reserved space offers "Try again".
 */
export function RemoteSlot({ id }: { readonly id: string }) {
  const { remotes, sources, offers, SlotNotice } = useHost();
  const place = remotes[id];
  if (!place) throw new Error(id);
  const { label, skeleton } = place;
  const source = sources.get(id);
  // At first, however fast the remote has failed since: the prerendered markup has no notice.
  const [state, setState] = useState<SlotState>('loading');
  const slot = useRef<HTMLDivElement>(null);
  const tryAgain = useRef<() => void>(() => undefined);
  const onMount = useCallback(
    (container: HTMLElement) => {
      if (!source) throw new Error(id);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (next: SlotState) => {
        clearTimeout(timer);
        setState(next);
      };
      const root = mountRoot(container, source.report, end, skeleton);
      const follow = () => {
        const { state: progress, component: Remote } = source.getState();
        if (!Remote) {
          setState(progress);
          return;
        }
        timer = setTimeout(() => {
          source.report('render', new Error('no end in 10 s'));
          setState('failed');
        }, renderTimeout);
        root.show(<Remote {...propsOf(offers, source.takes())} />);
      };
      tryAgain.current = () => {
        setState('loading');
        if (source.getState().component) follow();
        else source.retry();
      };
      const stop = source.subscribe(follow);
      void source.load();
      if (!root.isPrerendered && !source.getState().component) root.standIn();
      follow();
      return () => {
        clearTimeout(timer);
        stop();
        root.unmount();
      };
    },
    [id, offers, skeleton, source],
  );
  return (
    <div ref={slot} tabIndex={-1}>
      <MountPoint kind="slot" name={id} onMount={onMount} />
      <SlotNotice
        state={state}
        label={label}
        onTryAgain={() => tryAgain.current()}
        onHealed={() => slot.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}
