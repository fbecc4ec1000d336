import {
  createContext,
  memo,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { RemoteId, RemoteProps } from 'shared/contracts/remotes';
import type { FaultStage } from 'shared/faults/report';
import { Awake } from '../hydration/Awake';
import type { RemoteSource, RemoteSources } from './remote-source';
import { SlotBoundary } from './SlotBoundary';
import { SlotNotice } from './SlotNotice';
import { StaticMarkup } from '../hydration/StaticMarkup';
import { remotes } from './table';
import { useSite } from '../site';
import styles from './RemoteSlot.module.css';

const RemoteSourcesContext = createContext<RemoteSources>(new Map());

export const RemoteSourcesProvider = RemoteSourcesContext.Provider;

function useRemoteSource(id: RemoteId): RemoteSource {
  const source = useContext(RemoteSourcesContext).get(id);
  if (!source) throw new Error(`No RemoteSourcesProvider above the slot has a source of ${id}.`);
  return source;
}

interface ContentProps {
  readonly id: RemoteId;
  readonly source: RemoteSource;
  readonly props: RemoteProps[RemoteId];
  readonly life: SlotLife;
}

/** What happens in a slot's content, as the slot hears of it. Stable. */
interface SlotLife {
  readonly onBegin: () => void;
  readonly onAlive: () => void;
  readonly onCrash: (error: unknown) => void;
}

/** What the page was composed with, however fast the remote has failed since: no notice. */
const composedState = () => 'loading' as const;

/**
 * The part of a slot that React must not touch while the remote is away: it is memoized and its props
 * are stable, since an update from above would turn a dehydrated boundary into its fallback.
 */
const Content = memo(function Content({ id, source, props, life }: ContentProps) {
  const { Component } = source;
  const still = <StaticMarkup of={`[data-slot="${id}"]`} otherwise={remotes[id].skeleton} />;
  return (
    <SlotBoundary fallback={still} onCrash={life.onCrash}>
      <Suspense fallback={still}>
        <Component {...props} />
        <Awake onBegin={life.onBegin} onAlive={life.onAlive} />
      </Suspense>
    </SlotBoundary>
  );
});

/** How long a remote that is there may suspend, in milliseconds; it heals when it goes on after all. */
const renderTimeLimit = 10_000;

/**
 * A remote's place in the page. Prerendered markup stays in place, readable and with the same nodes,
 * for as long as the remote is away; a notice with reserved space offers "Try again".
 */
export function RemoteSlot({ id }: { readonly id: RemoteId }) {
  const site = useSite();
  const props = useMemo(() => remotes[id].props(site), [id, site]);
  const source = useRemoteSource(id);
  const state = useSyncExternalStore(source.subscribe, source.getState, composedState);
  const [crash, setCrash] = useState<'none' | 'crashed' | 'retrying'>('none');
  const [attempt, setAttempt] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<FaultStage>('render');
  const [life] = useState<SlotLife>(() => {
    return {
      onBegin: () => {
        stage.current = 'effect';
      },
      onAlive: () => {
        stage.current = 'update';
        setCrash('none');
      },
      onCrash: (error) => {
        source.reportCrash(stage.current, error);
        setCrash('crashed');
      },
    };
  });
  useEffect(() => {
    if (state !== 'ready' || crash === 'crashed') return undefined;
    const timer = setTimeout(() => {
      if (stage.current === 'render') life.onCrash(new Error('no end in 10 s'));
    }, renderTimeLimit);
    return () => clearTimeout(timer);
  }, [state, crash, life]);
  const tryAgain = () => {
    if (crash === 'none') {
      source.retry();
      return;
    }
    stage.current = 'render';
    setCrash('retrying');
    setAttempt(attempt + 1);
  };
  const shown = crash === 'none' ? state : crash === 'crashed' ? 'failed' : 'loading';
  return (
    <div className={styles['slot']} ref={place} tabIndex={-1}>
      <div data-slot={id}>
        <Content key={attempt} id={id} source={source} props={props} life={life} />
      </div>
      <SlotNotice
        state={shown}
        what={remotes[id].label}
        onTryAgain={tryAgain}
        onHealed={() => place.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}
