import { appIn } from './stack-frames';
import { report } from './report-fault';

/*
 * Reports every uncaught error (in an event handler, a timer or a promise) with the app it came from. It is the first
 * import of the host's script, so that it also catches errors of modules that throw when they are first run. It
 * suppresses the browser's own console line, since the report writes one.
 */

/** Returns a module of an app that this page shows, for a fault of which only the app is known. */
function moduleOf(app: string): string {
  const slot = document.querySelector<HTMLElement>(`[data-slot^="${app}/"]`);
  return slot?.dataset['slot']?.slice(app.length + 1) ?? 'main';
}

function reportUncaught(event: Event, cause: unknown, address: string): void {
  const { stack = '' } = cause instanceof Error ? cause : {};
  const app = appIn(`${stack} ${address}`);
  if (app === null) return;
  event.preventDefault();
  report(app, moduleOf(app), 'script', cause);
}

window.addEventListener('error', (event) => reportUncaught(event, event.error, event.filename));
window.addEventListener('unhandledrejection', (event) => reportUncaught(event, event.reason, ''));
