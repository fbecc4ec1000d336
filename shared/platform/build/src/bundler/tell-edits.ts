declare global {
  interface ImportMeta {
    /** On a dev server. */
    readonly webpackHot?: { addStatusHandler: (handler: (status: string) => void) => void };
  }
}

// Tells the page of each edit that is in place, so that what had failed tries again. React’s refresh does so itself.
import.meta.webpackHot?.addStatusHandler((status) => {
  if (status === 'idle') dispatchEvent(new Event('edited'));
});

export {};
