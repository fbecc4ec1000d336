import { useStore } from 'zustand';
// By its package name, also in here: that request is what host and remotes share, a relative one would
// put a second store into whichever app imports this.
import { toasts, type Toast } from 'shared/toasts';

/** The toasts of the page, newest first; empty while a page is prerendered. */
export function useToasts(): readonly Toast[] {
  return useStore(toasts);
}
