import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { RemoteId } from '@shopwright/shared/contracts/remotes';
import { MountPoint } from '../hydration/MountPoint';
import { mountRoot } from '../hydration/mount-root';
import { useSite, type Site } from '../site';
import type { RemoteSource, RemoteSources, SlotState } from './remote-source';
import { SlotNotice } from './SlotNotice';
import { remotes } from './table';
import styles from './RemoteSlot.module.css';

const RemoteSourcesContext = createContext<RemoteSources>(new Map());

export const RemoteSourcesProvider = RemoteSourcesContext.Provider;

export const useRemoteSources = () => useContext(RemoteSourcesContext);

/** Milliseconds that a remote may suspend once it is loaded; it heals when it goes on after all. */
const renderTimeout = 10_000;

/**
 * Brings a remote into its place. What compose rendered there is hydrated; anywhere else a copy of it, or the
 * skeleton, stands in until the remote has come, and again when it throws.
 * @param show told what the visitor gets: 'ready' when the remote answers
 */
function mountRemote(
  container: HTMLElement,
  id: RemoteId,
  site: Site,
  source: RemoteSource,
  show: (state: SlotState) => void,
) {
  const { props, skeleton } = remotes[id];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (state: SlotState) => {
    clearTimeout(timer);
    show(state);
  };
  const events = {
    report: source.report,
    onHydrated: () => end('ready'),
    onCrash: () => end('failed'),
  };
  const root = mountRoot(container, events, skeleton);
  const follow = () => {
    const Remote = source.getComponent();
    if (!Remote) {
      show(source.getState());
      return;
    }
    timer = setTimeout(() => {
      source.report('render', new Error('no end in 10 s'));
      show('failed');
    }, renderTimeout);
    root.show(<Remote {...props(site)} />);
  };
  const stop = source.subscribe(follow);
  void source.load();
  if (!root.isPrerendered && !source.getComponent()) root.standIn();
  follow();
  return {
    /** Loads again what has failed, or renders again what has thrown. */
    tryAgain: () => {
      show('loading');
      if (source.getComponent()) follow();
      else source.retry();
    },
    unmount: () => {
      clearTimeout(timer);
      stop();
      root.unmount();
    },
  };
}

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
      const remote = mountRemote(container, id, site, source, setState);
      tryAgain.current = remote.tryAgain;
      return remote.unmount;
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
