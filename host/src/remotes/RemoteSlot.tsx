import {
  createContext,
  memo,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { RemoteId, RemoteProps } from 'shared/contracts/remotes';
import type { FaultStage } from 'shared/fault-report';
import { ErrorBoundary } from 'shared/ui/ErrorBoundary';
import { HydrationMark } from '../hydration/HydrationMark';
import { StaticMarkup } from '../hydration/static-markup';
import { useSite } from '../site';
import type { RemoteSource, RemoteSources } from './remote-source';
import { SlotNotice } from './SlotNotice';
import { remotes } from './table';
import styles from './RemoteSlot.module.css';

const RemoteSourcesContext = createContext<RemoteSources>(new Map());

export const RemoteSourcesProvider = RemoteSourcesContext.Provider;

export const useRemoteSources = () => useContext(RemoteSourcesContext);

interface ContentProps {
  readonly id: RemoteId;
  readonly source: RemoteSource;
  readonly props: RemoteProps[RemoteId];
  readonly onMount: () => void;
  readonly onHydrated: () => void;
  readonly onCrash: (error: unknown) => void;
}

/**
 * The part of a slot that must not render while the remote is away: an update from above would turn a
 * dehydrated boundary into its fallback. So it is memoized, and all of its props are stable.
 */
const Content = memo(function Content({ id, source, props, onCrash, ...on }: ContentProps) {
  // Stays what it was: another type of component would lose the state of the last.
  const [Remote] = useState(() => source.Component);
  const markup = <StaticMarkup of={`[data-slot="${id}"]`} otherwise={remotes[id].skeleton} />;
  return (
    <ErrorBoundary fallback={markup} onError={onCrash}>
      <Suspense fallback={markup}>
        <Remote {...props} />
        <HydrationMark {...on} />
      </Suspense>
    </ErrorBoundary>
  );
});

/** Of the first render, however fast the remote has failed since: the markup that it hydrates has no notice. */
const composedState = () => 'loading' as const;

/** Milliseconds that a remote may suspend once it is loaded; it heals when it goes on after all. */
const renderTimeout = 10_000;

/**
 * A remote's place in the page. Prerendered markup stays in place, readable and with the same nodes,
 * for as long as the remote is away; a notice with reserved space offers "Try again".
 */
export function RemoteSlot({ id }: { readonly id: RemoteId }) {
  const site = useSite();
  const props = useMemo(() => remotes[id].props(site), [id, site]);
  const source = useRemoteSources().get(id);
  if (!source) throw new Error(`No RemoteSourcesProvider above the slot has a source of ${id}.`);
  const state = useSyncExternalStore(source.subscribe, source.getState, composedState);
  const [crash, setCrash] = useState<'none' | 'crashed' | 'retrying'>('none');
  const [attempt, setAttempt] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<FaultStage>('render');
  const onMount = useCallback(() => {
    stage.current = 'effect';
  }, []);
  const onHydrated = useCallback(() => {
    stage.current = 'update';
    setCrash('none');
  }, []);
  const onCrash = useCallback(
    (error: unknown) => {
      source.reportCrash(stage.current, error);
      setCrash('crashed');
    },
    [source],
  );
  useEffect(() => {
    if (state !== 'ready' || crash === 'crashed') return undefined;
    const timer = setTimeout(() => {
      if (stage.current === 'render') onCrash(new Error('no end in 10 s'));
    }, renderTimeout);
    return () => clearTimeout(timer);
  }, [state, crash, onCrash]);
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
        <Content key={attempt} {...{ id, source, props, onMount, onHydrated, onCrash }} />
      </div>
      <SlotNotice
        state={shown}
        label={remotes[id].label}
        onTryAgain={tryAgain}
        onHealed={() => place.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}
