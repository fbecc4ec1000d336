import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { RemoteId } from '@shopwright/shared/contracts/remotes';
import { MountPoint } from '../hydration/MountPoint';
import { useSite } from '../site';
import { mountRemote } from './mount-remote';
import type { RemoteSources, SlotState } from './remote-source';
import { SlotNotice } from './SlotNotice';
import { remotes } from './table';
import styles from './RemoteSlot.module.css';

const RemoteSourcesContext = createContext<RemoteSources>(new Map());

export const RemoteSourcesProvider = RemoteSourcesContext.Provider;

export const useRemoteSources = () => useContext(RemoteSourcesContext);

/**
 * A remote's place in the page. Prerendered markup stays in place, readable and with the same nodes,
 * for as long as the remote is away; a notice with reserved space offers "Try again".
 */
export function RemoteSlot({ id }: { readonly id: RemoteId }) {
  const site = useSite();
  const source = useRemoteSources().get(id);
  // Of the first render, however fast the remote has failed since: the prerendered markup has no notice.
  const [state, setState] = useState<SlotState>('loading');
  const place = useRef<HTMLDivElement>(null);
  const tryAgain = useRef<() => void>(() => undefined);
  const onMount = useCallback(
    (container: HTMLElement) => {
      if (!source) throw new Error(`no source of ${id}`);
      const { props, skeleton } = remotes[id];
      const remote = mountRemote(container, source, props(site), skeleton, setState);
      tryAgain.current = () => remote.tryAgain();
      return () => remote.unmount();
    },
    [id, site, source],
  );
  return (
    <div className={styles['slot']} ref={place} tabIndex={-1}>
      <MountPoint kind="slot" name={id} onMount={onMount} />
      <SlotNotice
        state={state}
        label={remotes[id].label}
        onTryAgain={() => tryAgain.current()}
        onHealed={() => place.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}
