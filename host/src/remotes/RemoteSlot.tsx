import {
  createContext,
  memo,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { RemoteId, RemoteProps } from 'shared/contracts/remotes';
import type { FaultStage } from 'shared/faults/report';
import { Awake } from '../hydration/Awake';
import type { RemoteSource, RemoteSources } from './remote-source';
import { SlotBoundary } from './SlotBoundary';
import { SlotNotice } from './SlotNotice';
import { StaticMarkup } from '../hydration/StaticMarkup';
import styles from './RemoteSlot.module.css';

const RemoteSourcesContext = createContext<RemoteSources | null>(null);

export const RemoteSourcesProvider = RemoteSourcesContext.Provider;

function useRemoteSource<Id extends RemoteId>(id: Id): RemoteSource<Id> {
  const sources = useContext(RemoteSourcesContext);
  if (!sources) throw new Error('A slot needs a RemoteSourcesProvider above it.');
  return sources[id];
}

interface ContentProps<Id extends RemoteId> {
  readonly id: Id;
  readonly source: RemoteSource<Id>;
  readonly props: RemoteProps[Id];
  readonly shape: ReactNode;
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
function Content<Id extends RemoteId>({ id, source, props, shape, life }: ContentProps<Id>) {
  const { Component } = source;
  const still = <StaticMarkup of={`[data-slot="${id}"]`} otherwise={shape} />;
  return (
    <SlotBoundary fallback={still} onCrash={life.onCrash}>
      <Suspense fallback={still}>
        <Component {...props} />
        <Awake onBegin={life.onBegin} onAlive={life.onAlive} />
      </Suspense>
    </SlotBoundary>
  );
}

const StableContent = memo(Content) as typeof Content;

/** How long a remote that is there may suspend, in milliseconds; it heals when it goes on after all. */
const renderTimeLimit = 10_000;

interface SlotProps<Id extends RemoteId> {
  readonly id: Id;
  /** Must be the same object from render to render. */
  readonly props: RemoteProps[Id];
  /** What the remote is called in a sentence: "The prices". */
  readonly what: string;
  /** Stands in for a remote that is not there and has no prerendered markup; stable. */
  readonly shape: ReactNode;
}

/**
 * A remote's place in the page. Prerendered markup stays in place, readable and with the same nodes,
 * for as long as the remote is away; a notice with reserved space offers "Try again".
 */
export function RemoteSlot<Id extends RemoteId>({ id, props, what, shape }: SlotProps<Id>) {
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
        <StableContent
          key={attempt}
          id={id}
          source={source}
          props={props}
          shape={shape}
          life={life}
        />
      </div>
      <SlotNotice
        state={shown}
        what={what}
        onTryAgain={tryAgain}
        onHealed={() => place.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}
