const assetAddress = /\/assets\/([\w-]+)\//g;

/**
 * The app whose file a stack or an address names. A remote's frame tells more than the host's: what a
 * remote hands to React or to a shared package throws in the host's file.
 * @returns null where there is no file of this site: an extension's script, the console
 */
export function appIn(text: string | null | undefined): string | null {
  const apps = [...(text ?? '').matchAll(assetAddress)].map(([, app]) => app);
  return apps.find((app) => app !== 'host') ?? apps[0] ?? null;
}

function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? '') : '';
}

/**
 * Finds the owner of every error that nothing caught: one in an event handler, in a timer, in a promise.
 * The browser's own line about it is left out, since the report is one already.
 * @param report is told the app by its files
 */
export function watchScripts(report: (app: string, cause: unknown) => void): void {
  const own = (event: Event, cause: unknown, address: string) => {
    const app = appIn(`${stackOf(cause)} ${address}`);
    if (app === null) return;
    event.preventDefault();
    report(app, cause);
  };
  window.addEventListener('error', (event) => own(event, event.error, event.filename));
  window.addEventListener('unhandledrejection', (event) => own(event, event.reason, ''));
}
