import { appIn } from './frames';
import { report } from './report-fault';

/*
 * Reports every error that nothing caught, with the app it came from: in an event handler, a timer or a promise. It
 * is the first import of the host’s script, so it also hears of a module that throws as it first runs. The browser’s
 * own line is suppressed, since the report is one already.
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
