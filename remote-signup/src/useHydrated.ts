import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False in prerendered markup and while it hydrates, true from then on: for what is dead without scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
