import { useStore } from 'zustand';
import { toasts, type Toast } from './store';

/** The toasts of the page, newest first; empty while a page is prerendered. */
export function useToasts(): readonly Toast[] {
  return useStore(toasts);
}
