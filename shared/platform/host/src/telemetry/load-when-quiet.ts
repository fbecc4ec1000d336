import { afterPaintElementId, telemetryElementId } from '@composed/contracts/page-elements';

/*
 * In pages that send telemetry, this is part of the inline bootstrap, so that it works even if the host's scripts do
 * not. For a share of the visits it loads the telemetry script once the network is quiet. Visitors who ask not to be
 * tracked are left out.
 */

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean;
  }
}

const quietMs = 2000;
/** Milliseconds after which requests delay it no longer: some parts may ask for a lost script again and again. */
const latestMs = 10_000;
const drawn = Math.random() * 100;
let timer: ReturnType<typeof setTimeout>;

const observer = new PerformanceObserver(() => {
  if (performance.now() < latestMs) clearTimeout(timer);
  timer = setTimeout(bring, quietMs);
});

function bring(): void {
  const find = (id: string) => document.querySelector<HTMLTemplateElement>(`template#${id}`);
  const afterPaint = find(afterPaintElementId);
  const telemetryElement = find(telemetryElementId);
  // The page has not started its own scripts yet.
  if (!telemetryElement || (afterPaint?.content.childElementCount ?? 0) > 0) return;
  observer.disconnect();
  if (drawn < Number(telemetryElement.dataset['share']))
    document.head.append(telemetryElement.content);
}

if (navigator.doNotTrack !== '1' && !navigator.globalPrivacyControl) {
  observer.observe({ type: 'resource', buffered: true });
  // Scripts that were fetched while the page waited with them say nothing to the network as they start.
  observer.observe({ type: 'mark' });
}
