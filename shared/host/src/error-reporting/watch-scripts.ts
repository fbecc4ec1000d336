import { appIn } from './frames';
import { report } from './report-fault';

/*
 * Reports every error that nothing caught, in an event handler, a timer or a promise, with the app that it
 * came from. The first import of the host's script, so that a module which throws as it is first run is heard
 * of as well. The browser's own line about it is suppressed, since the report is one already.
 */

/** The module of an app that this page shows, for a fault that names the app alone. */
function moduleOf(app: string): string {
  const slot = document.querySelector<HTMLElement>(`[data-slot^="${app}/"]`);
  return slot?.dataset['slot']?.slice(app.length + 1) ?? 'main';
}

function attribute(event: Event, cause: unknown, address: string): void {
  const { stack = '' } = cause instanceof Error ? cause : {};
  const app = appIn(`${stack} ${address}`);
  if (app === null) return;
  event.preventDefault();
  report(app, moduleOf(app), 'script', cause);
}

window.addEventListener('error', (event) => attribute(event, event.error, event.filename));
window.addEventListener('unhandledrejection', (event) => attribute(event, event.reason, ''));
