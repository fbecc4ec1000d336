import {
  createContext,
  memo,
  Suspense,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { RemoteId, RemoteProps } from 'shared/contracts/remotes';
import { Awake } from '../early/Awake';
import type { RemoteSource, RemoteSources } from './remote-source';
import { SlotBoundary } from './SlotBoundary';
import { SlotNotice } from './SlotNotice';
import { staticMarkupOf } from './static-markup';
import styles from './RemoteSlot.module.css';

const RemoteSourcesContext = createContext<RemoteSources | null>(null);

export const RemoteSourcesProvider = RemoteSourcesContext.Provider;

function useRemoteSource<Id extends RemoteId>(id: Id): RemoteSource<Id> {
  const sources = useContext(RemoteSourcesContext);
  if (!sources) throw new Error('A slot needs a RemoteSourcesProvider above it.');
  return sources[id];
}

/** The prerendered nodes, put back after the remote that took them over threw. */
function StaticMarkup({ id, otherwise }: { id: RemoteId; otherwise: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [markup] = useState(() => staticMarkupOf(id));
  useLayoutEffect(() => {
    if (markup) place.current?.replaceChildren(markup.cloneNode(true));
  }, [markup]);
  return markup ? <div ref={place} className={styles['static']} /> : otherwise;
}

interface ContentProps<Id extends RemoteId> {
  readonly id: Id;
  readonly source: RemoteSource<Id>;
  readonly props: RemoteProps[Id];
  readonly shape: ReactNode;
  readonly onCrash: (error: unknown) => void;
}

/**
 * The part of a slot that React must not touch while the remote is away: it is memoized and its props
 * are stable, since an update from above would turn a dehydrated boundary into its fallback.
 */
function Content<Id extends RemoteId>({ id, source, props, shape, onCrash }: ContentProps<Id>) {
  const { Component } = source;
  return (
    <SlotBoundary fallback={<StaticMarkup id={id} otherwise={shape} />} onCrash={onCrash}>
      <Suspense fallback={shape}>
        <Component {...props} />
        <Awake />
      </Suspense>
    </SlotBoundary>
  );
}

const StableContent = memo(Content) as typeof Content;

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
  const state = useSyncExternalStore(source.subscribe, source.getState, source.getState);
  const [crashes, setCrashes] = useState(0);
  const [crashed, setCrashed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const [onCrash] = useState(() => (error: unknown) => {
    source.reportCrash(error);
    setCrashed(true);
  });
  const tryAgain = () => {
    if (crashed) {
      setCrashed(false);
      setCrashes((count) => count + 1);
    } else {
      source.retry();
    }
  };
  return (
    <div className={styles['slot']} ref={place} tabIndex={-1}>
      <div data-slot={id}>
        <StableContent
          key={crashes}
          id={id}
          source={source}
          props={props}
          shape={shape}
          onCrash={onCrash}
        />
      </div>
      <SlotNotice
        state={crashed ? 'failed' : state}
        what={what}
        onTryAgain={tryAgain}
        onHealed={() => place.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}
