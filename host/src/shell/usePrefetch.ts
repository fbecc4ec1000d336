import { useEffect } from 'react';
import { useRemoteSources } from '../remotes/RemoteSlot';
import { routeOf } from '../routes';
import { useSiteLinks } from '../site';
import { destinationAt } from './useInternalLinks';

/** Milliseconds that a pointer rests on a link before the visitor seems to mean it. */
const restTime = 100;

/** What the visitor's browser says about the connection; Chromium's alone does. */
const savesData = () =>
  Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true;

/**
 * Fetches the remotes of a page as soon as a visitor seems to go there: a pointer rests on a link, a finger
 * touches it, or it takes the focus. Not for those who save data.
 */
export function usePrefetch(): void {
  const sources = useRemoteSources();
  const { home } = useSiteLinks();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onIntent = (event: Event) => {
      clearTimeout(timer);
      const destination = destinationAt(event.target, home);
      if (destination === null || savesData()) return;
      const { remotes = [] } = routeOf(destination.replace(/[?#].*/, ''));
      const isHover = 'pointerType' in event && event.pointerType === 'mouse';
      timer = setTimeout(
        () => remotes.forEach((id) => sources.get(id)?.prefetch()),
        isHover ? restTime : 0,
      );
    };
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    document.addEventListener('pointerover', onIntent, options);
    document.addEventListener('focusin', onIntent, options);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [sources, home]);
}
