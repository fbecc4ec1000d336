import { useCallback, useRef, useState } from 'react';
import { propsOf, useHost } from '../host';
import { MountPoint } from '../hydration/MountPoint';
import type { SlotState } from '../site-parts';
import { mountRemote } from './mount-remote';

/** A remote's place in the page (./mount-remote). A notice with reserved space offers "Try again". */
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
      const props = () => propsOf(offers, source.takes());
      const remote = mountRemote(container, source, props, setState, skeleton);
      tryAgain.current = () => remote.tryAgain();
      return () => remote.unmount();
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
