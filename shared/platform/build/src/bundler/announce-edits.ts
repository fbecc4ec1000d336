declare global {
  interface ImportMeta {
    /** Defined on a dev server with hot reload. */
    readonly webpackHot?: { addStatusHandler: (handler: (status: string) => void) => void };
  }
}

// Tells the page about each applied edit, so that modules which failed try again. For apps with React,
// workarounds/refresh-hook.browser.js dispatches this event.
import.meta.webpackHot?.addStatusHandler((status) => {
  if (status === 'idle') dispatchEvent(new Event('edited'));
});

export {};
