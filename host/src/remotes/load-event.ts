/** Milliseconds after which a page that still loads has something else that holds it up. */
const patience = 10_000;

/**
 * Waits until scripts can be started that the window's load event then does not wait for. A script
 * that is put into a page before its load event holds that up for as long as it hangs; a preload does
 * not. So a remote's scripts are started when their preloads are there, which costs no time, or after
 * the load event.
 * @param addresses of the scripts
 */
export async function untilLoadEventIsSafe(addresses: readonly string[]): Promise<void> {
  if (document.readyState === 'complete') return;
  const loaded = new Promise((resolve) => {
    window.addEventListener('load', resolve);
    setTimeout(resolve, patience);
  });
  const arrivals = addresses.map((address) => window.pageArrivals?.get(address) ?? loaded);
  await Promise.race([loaded, arrivals.length > 0 ? Promise.all(arrivals) : loaded]);
}
