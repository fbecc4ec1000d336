/** Milliseconds after which something else must be holding up a page that is still loading. */
const loadTimeout = 10_000;

/**
 * Waits until scripts can be started without holding up the window's load event. That event waits for a
 * script that was put into the page before it, for as long as the script hangs, but not for a preload. So
 * a remote's scripts are started when their preloads have come, which costs no time, or after the event.
 * @param addresses of the scripts
 */
export async function untilLoadEventIsSafe(addresses: readonly string[]): Promise<void> {
  if (document.readyState === 'complete') return;
  const loaded = new Promise((resolve) => {
    window.addEventListener('load', resolve);
    setTimeout(resolve, loadTimeout);
  });
  const preloads = addresses.map((address) => window.preloadedScripts?.get(address) ?? loaded);
  await Promise.race([loaded, preloads.length > 0 ? Promise.all(preloads) : loaded]);
}
