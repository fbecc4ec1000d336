declare global {
  interface ImportMeta {
    /** On a dev server. */
    readonly webpackHot?: { addStatusHandler: (handler: (status: string) => void) => void };
  }
}

// Dispatches an event for each applied edit, so that failed modules try again. React’s refresh does so itself.
import.meta.webpackHot?.addStatusHandler((status) => {
  if (status === 'idle') dispatchEvent(new Event('edited'));
});

export {};
