import { useEffect } from 'react';
import { useRemoteSources } from '../remotes/RemoteSlot';
import { routeOf } from '../routes';
import { useSite } from '../site';
import { destinationAt } from './usePlainLinks';

const intents = ['pointerover', 'focusin'];

/** What the visitor's browser says about the connection; Chromium's alone does. */
const savesData = () =>
  Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true;

/**
 * Fetches the remotes of a page as soon as a visitor seems to go there: a pointer comes to a link, or it takes
 * the focus. Most people click some 100 ms later; to wait that long would be all the gain. Not for those who
 * save data.
 */
export function usePrefetch(): void {
  const sources = useRemoteSources();
  const { home } = useSite().links;

  useEffect(() => {
    const onIntent = ({ target }: Event) => {
      const destination = destinationAt(target, home);
      if (destination === null || savesData()) return;
      const { remotes = [] } = routeOf(destination.replace(/[?#].*/, ''));
      remotes.forEach((id) => sources.get(id)?.prefetch());
    };
    intents.forEach((type) => document.addEventListener(type, onIntent));
    return () => intents.forEach((type) => document.removeEventListener(type, onIntent));
  }, [sources, home]);
}
