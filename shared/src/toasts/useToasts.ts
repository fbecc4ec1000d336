import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
// The package name, here as well: host and remotes share that request, and a relative one would put a second store into
// each app.
import { toasts, type Toast } from '@shopwright/shared/toasts';

/** The toasts of the page, newest first; empty while a page is prerendered. */
export function useToasts(): readonly Toast[] {
  return useStore(toasts);
}

/**
 * How long an empty `role="status"` stands before its text comes, in milliseconds. Screen readers announce
 * what enters a status that they already know, and often miss one that comes with its text in it.
 */
const beat = 60;

/** The live region role of a toast; its announcement is the role's own and no other. */
export function roleOf({ kind }: Toast): 'status' | 'alert' {
  return kind === 'success' ? 'status' : 'alert';
}

/**
 * Brings a toast's text in when it will be announced, and begins its time then.
 * @returns whether the text is to be there now
 */
export function useArrival({ id, kind }: Toast): boolean {
  const [ready, setReady] = useState(kind === 'error');
  useEffect(() => {
    if (ready) {
      toasts.handle(id, 'activated');
      return undefined;
    }
    const timer = setTimeout(() => setReady(true), beat);
    return () => clearTimeout(timer);
  }, [id, ready]);
  return ready;
}
