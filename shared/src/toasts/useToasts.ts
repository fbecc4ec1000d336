import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
// Imported by the package name, which host and remotes share through module federation. A relative import would give
// each app a store of its own.
import { toasts, type Toast } from '@shopwright/shared/toasts';

/** Returns the toasts of the page, newest first. There are none while a page is prerendered. */
export function useToasts(): readonly Toast[] {
  return useStore(toasts);
}

/**
 * Milliseconds between the rendering of an empty `role="status"` and its text. Screen readers announce text that is
 * added to an existing status, and often miss a status that is added together with its text.
 */
const announcementDelay = 60;

/** Returns the live region role of a toast. Add no `aria-live`: the role already makes it a live region. */
export function roleOf({ kind }: Toast): 'status' | 'alert' {
  return kind === 'success' ? 'status' : 'alert';
}

/**
 * Delays the text of a toast until screen readers will announce it, and then starts the toast's timer.
 * @returns whether to render the text
 */
export function useArrival({ id, kind }: Toast): boolean {
  const [ready, setReady] = useState(kind === 'error');
  useEffect(() => {
    if (ready) {
      toasts.handle(id, 'activated');
      return undefined;
    }
    const timer = setTimeout(() => setReady(true), announcementDelay);
    return () => clearTimeout(timer);
  }, [id, ready]);
  return ready;
}
