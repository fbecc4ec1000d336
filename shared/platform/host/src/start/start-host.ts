// Imported first, so that it also reports errors of the modules below.
import '../error-reporting/watch-scripts';
import { report } from '../error-reporting/report-fault';
import type { PageRoute, SiteConfig } from '../site/site-config';

/** Resolves in a new task. Uses a message, since browsers delay timers in background tabs by up to a second. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/** Resolves when the document is parsed. A cached script can run before the parser reaches the end of the page. */
const documentParsed = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve);
    else resolve(document);
  });

/**
 * Imports the federation runtime while `localStorage` is null. The runtime looks for a debug switch there, which would
 * make the page wait for the browser's disk.
 */
async function importFederation() {
  const storage = Object.getOwnPropertyDescriptor(window, 'localStorage');
  if (storage) Object.defineProperty(window, 'localStorage', { value: null, configurable: true });
  try {
    await import(/* webpackMode: "eager" */ '../remotes/federation');
  } finally {
    if (storage) Object.defineProperty(window, 'localStorage', storage);
  }
}

/**
 * Starts a site in a browser. The modules run in two tasks and the site starts in a third, so that the browser can
 * handle a press in between: in one task, all of it takes a slow phone 400 ms.
 * @param load imports the site's config, from the same script as this module
 */
export async function startHost<Site, Route extends PageRoute>(
  load: () => Promise<{ readonly siteConfig: SiteConfig<Site, Route> }>,
) {
  try {
    await importFederation();
    await nextTask();
    const { startSite } = await import(/* webpackMode: "eager" */ './start-site');
    const { siteConfig } = await load();
    await Promise.all([nextTask(), documentParsed()]);
    startSite(siteConfig);
  } catch (error) {
    // The page stays as it was composed. Its markup works without scripts.
    report('host', 'main', 'script', error);
  }
}
