import { afterPaintElementId, releaseRecordElementId } from 'shared/contracts/page-elements';
import { firstPaint } from './first-paint';
import { partOf, type Intents } from './intents';

/*
 * The early script: compose writes it into every page, so it runs before anything is painted. It keeps what
 * a visitor does until the page's scripts answer. Once there is something to look at, it starts the host's
 * scripts and asks for what the remotes in the page will load: sooner, they would take the line and the
 * processor from the first paint.
 */

interface PinnedScript {
  readonly src: string;
  readonly integrity: string;
}

/**
 * Preloads what the remotes in this page will load, and tells of each when it has come or failed. Done here
 * and not by elements of the page: an element may have come before anybody listens.
 */
function preload(scripts: readonly PinnedScript[]): Map<string, Promise<unknown>> {
  const arrivals = new Map<string, Promise<unknown>>();
  for (const { src, integrity } of scripts) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.crossOrigin = 'anonymous';
    link.fetchPriority = 'low';
    link.integrity = integrity;
    link.href = src;
    arrivals.set(
      src,
      new Promise((settle) => {
        link.onload = link.onerror = settle;
      }),
    );
    document.head.append(link);
  }
  return arrivals;
}

function keepIntents(): Intents {
  const intents: Intents = { pending: [], alive: new WeakSet() };
  const isAsleep = (element: Element) => {
    const part = partOf(element);
    return part !== null && !intents.alive.has(part);
  };
  // In the capture phase: React stops the events of parts that it has not hydrated yet.
  window.addEventListener(
    'submit',
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLFormElement) || !isAsleep(target)) return;
      // Whatever was typed never gets into an address.
      event.preventDefault();
      intents.pending.push({ kind: 'submit', target });
    },
    true,
  );
  window.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (!button || button.type === 'submit' || !isAsleep(button)) return;
      // The browser has opened or closed what it controls; a second press would undo that.
      if (button.hasAttribute('popovertarget')) return;
      intents.pending.push({ kind: 'click', target: button });
    },
    true,
  );
  return intents;
}

Object.defineProperty(window, 'pageIntents', { value: keepIntents() });

// Written by compose a few lines above this script, with the same shape that the host parses later.
const record = JSON.parse(document.getElementById(releaseRecordElementId)?.textContent ?? '{}') as {
  readonly preloads?: readonly PinnedScript[];
};
void firstPaint().then(() => {
  Object.defineProperty(window, 'pageArrivals', { value: preload(record.preloads ?? []) });
  const later = document.getElementById(afterPaintElementId);
  if (later instanceof HTMLTemplateElement) document.head.append(later.content);
});
