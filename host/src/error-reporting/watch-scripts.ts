const assetAddress = /\/assets\/([\w-]+)\//g;

/**
 * The app whose file a stack or an address names. A remote's file counts more than the host's, since what
 * a remote hands to React or to a shared package throws in a file of the host.
 * @returns null when no file of this site is named: an extension's script, the console
 */
export function appIn(text: string | null | undefined): string | null {
  const apps = [...(text ?? '').matchAll(assetAddress)].map(([, app]) => app);
  return apps.find((app) => app !== 'host') ?? apps[0] ?? null;
}

/**
 * Reports every error that nothing caught, in an event handler, a timer or a promise, with the app that it
 * came from. The browser's own line about it is suppressed, since the report is one already.
 */
export function watchScripts(report: (app: string, cause: unknown) => void): void {
  const attribute = (event: Event, cause: unknown, address: string) => {
    const { stack = '' } = cause instanceof Error ? cause : {};
    const app = appIn(`${stack} ${address}`);
    if (app === null) return;
    event.preventDefault();
    report(app, cause);
  };
  window.addEventListener('error', (event) => attribute(event, event.error, event.filename));
  window.addEventListener('unhandledrejection', (event) => attribute(event, event.reason, ''));
}
