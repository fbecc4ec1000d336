import {
  afterPaintElementId,
  releaseRecordElementId,
  type PinnedScript,
} from 'shared/contracts/page-elements';
import { recordInteractions } from './recorded-interactions';

/*
 * The inline bootstrap: compose writes it into every page, so it runs before anything is painted. It
 * records what a visitor does until the page is hydrated. After the first paint it starts the host's
 * scripts and preloads those of the remotes in the page: sooner, they would compete with the first paint
 * for the network and the processor.
 */

declare global {
  interface Window {
    /**
     * Address of a preloaded script → settles when it has come or failed. Set by the inline bootstrap after
     * the first paint.
     */
    readonly preloadedScripts?: ReadonlyMap<string, Promise<unknown>>;
  }
}

/** Preloads by script, since whoever needs to know when they have come is not there yet to listen. */
function preload(scripts: readonly PinnedScript[]): Map<string, Promise<unknown>> {
  const preloaded = new Map<string, Promise<unknown>>();
  for (const { src, integrity } of scripts) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.crossOrigin = 'anonymous';
    link.fetchPriority = 'low';
    link.integrity = integrity;
    link.href = src;
    preloaded.set(
      src,
      new Promise((resolve) => {
        link.onload = link.onerror = resolve;
      }),
    );
    document.head.append(link);
  }
  return preloaded;
}

/** A page that paints nothing (a tab in the background) goes on after this many milliseconds all the same. */
const paintTimeout = 1000;

function firstPaint(): Promise<unknown> {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, paintTimeout);
  });
}

Object.defineProperty(window, 'recordedInteractions', { value: recordInteractions() });

// Compose has written it a few lines above this script; the host parses it when there is time.
const record = JSON.parse(document.getElementById(releaseRecordElementId)?.textContent ?? '{}') as {
  readonly preloads?: readonly PinnedScript[];
};
void firstPaint().then(() => {
  Object.defineProperty(window, 'preloadedScripts', { value: preload(record.preloads ?? []) });
  const later = document.getElementById(afterPaintElementId);
  if (later instanceof HTMLTemplateElement) document.head.append(later.content);
});
