// First, so that it reports errors of the modules that follow.
import './error-reporting/watch-scripts';
import { report } from './error-reporting/report-fault';
import type { PageRoute, SiteConfig } from './site-config';

/** Resolves in a task of its own. By a message, since a timer waits for up to a second in a tab in the background. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/** A script from the cache can run before the parser has reached the end of the page. */
const parsed = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve);
    else resolve(document);
  });

/**
 * Imports the federation runtime without `localStorage`: it looks for a debug switch there, and the page would wait for
 * the browser’s disk.
 */
async function importFederation() {
  const storage = Object.getOwnPropertyDescriptor(window, 'localStorage');
  if (storage) Object.defineProperty(window, 'localStorage', { value: null, configurable: true });
  try {
    await import(/* webpackMode: "eager" */ './remotes/federation');
  } finally {
    if (storage) Object.defineProperty(window, 'localStorage', storage);
  }
}

/**
 * Starts a site in a browser. The modules run in two tasks and the site starts in a third, so that a press has its turn
 * in between: all at once takes a slow phone 400 ms.
 * @param load imports the site, from the same file as this
 */
export async function startHost<Site, Route extends PageRoute>(
  load: () => Promise<{ readonly siteConfig: SiteConfig<Site, Route> }>,
) {
  try {
    await importFederation();
    await nextTask();
    const { startSite } = await import(/* webpackMode: "eager" */ './start-site');
    const { siteConfig } = await load();
    await Promise.all([nextTask(), parsed()]);
    startSite(siteConfig);
  } catch (error) {
    // The page stays as it was composed: its markup needs no script.
    report('host', 'main', 'script', error);
  }
}
