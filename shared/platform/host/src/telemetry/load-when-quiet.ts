import { afterPaintElementId, telemetryElementId } from '@composed/contracts/page-elements';

/*
 * Loads the telemetry script once the network is quiet, for a share of the visits. In pages that send telemetry, this is
 * part of the inline bootstrap, so that it works even if the host's scripts do not. Visitors who ask not to be tracked
 * are excluded.
 */

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean;
  }
}

const quietMs = 2000;
/** Milliseconds after which requests no longer delay the script: a part may request a lost script endlessly. */
const latestMs = 10_000;
/** Chosen once per visit and compared with the share, a percentage. */
const visitNumber = Math.random() * 100;
let timer: ReturnType<typeof setTimeout>;

const observer = new PerformanceObserver(() => {
  if (performance.now() < latestMs) clearTimeout(timer);
  timer = setTimeout(loadTelemetry, quietMs);
});

function loadTelemetry(): void {
  const find = (id: string) => document.querySelector<HTMLTemplateElement>(`template#${id}`);
  const afterPaint = find(afterPaintElementId);
  const telemetryElement = find(telemetryElementId);
  // Waits while the page has not started its own scripts: they are still in their template.
  if (!telemetryElement || (afterPaint?.content.childElementCount ?? 0) > 0) return;
  observer.disconnect();
  if (visitNumber < Number(telemetryElement.dataset['share']))
    document.head.append(telemetryElement.content);
}

if (navigator.doNotTrack !== '1' && !navigator.globalPrivacyControl) {
  observer.observe({ type: 'resource', buffered: true });
  // Starting scripts that were fetched earlier makes no request, but their hydration sets marks.
  observer.observe({ type: 'mark' });
}
