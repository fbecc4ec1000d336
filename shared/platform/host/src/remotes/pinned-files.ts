import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { Pins, RemotePins } from '@composed/contracts/pins';
import { scriptTimeout } from '@composed/contracts/remote-names';
import { toLoadFault, LoadFault } from './remote-source';

/** Milliseconds after which a style sheet that neither loads nor fails counts as failed. */
const styleTimeout = 5000;
/** Milliseconds after which nothing waits for the page’s load event any more. */
const loadTimeout = 10_000;

/** Must be listed in the page's `trusted-types` directive. */
const policyName = 'remote-entries';

/** Whether an entry has registered a container, of any kind of module federation. */
const isContainer = (value: unknown) =>
  ['get', 'init'].every((name) => typeof Reflect.get(Object(value), name) === 'function');

/** A Trusted Types policy. Its result passes for a string, since the DOM types know no other. */
type EntryPolicy = Readonly<Record<'createScriptURL', (address: string) => string>>;

declare global {
  interface Window {
    readonly trustedTypes?: {
      readonly createPolicy: (name: string, rules: EntryPolicy) => EntryPolicy;
    };
  }
}

/** Lets nothing through but pinned entries, in browsers with Trusted Types and without. */
function entryPolicy(pins: Pins): EntryPolicy {
  const createScriptURL = (address: string) => {
    // A retry adds a query to the address.
    const entry = address.replace(/\?.*/, '');
    if (Object.values(pins.remotes).some((remote) => remote.entry === entry)) return address;
    throw new Error(`${address} is not in the pins`);
  };
  return window.trustedTypes?.createPolicy(policyName, { createScriptURL }) ?? { createScriptURL };
}

/** Style sheets that have arrived or are being loaded, by address. */
const arrivals = new Map<string, Promise<unknown>>();

/** Rejects, and removes the sheet, when it fails, is refused by its integrity, or hangs. */
function ensureStyle({ href, integrity }: RemotePins['styles'][number]): unknown {
  const earlierArrival = arrivals.get(href);
  if (earlierArrival || document.querySelector(`style[data-href="${href}"]`)) return earlierArrival;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = href;
  const arrival = new Promise<unknown>((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    setTimeout(reject, styleTimeout);
    document.head.append(link);
  }).catch(() => {
    link.remove();
    arrivals.delete(href);
    throw new LoadFault('style', `${href} was late or refused`);
  });
  arrivals.set(href, arrival);
  return arrival;
}

/**
 * Adds a remote's style sheets to the page, except those that compose has inlined. Await it before the remote loads a
 * chunk: the chunk loader fetches missing sheets without integrity.
 * @throws LoadFault when one of them fails, is refused or does not come in time; a later call tries again
 */
export const ensureStyles = ({ styles }: RemotePins) => Promise.all(styles.map(ensureStyle));

/**
 * Resolves at the window’s load event. A script that is inserted before would delay the event, for as long as the
 * script hangs. Preloads do not, so the remote’s scripts have usually arrived by then.
 */
export const loadEvent = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(document);
    window.addEventListener('load', resolve);
    setTimeout(resolve, loadTimeout);
  });

/**
 * Whether a preload was lost, as the inline bootstrap says: browsers answer the first request for a script whose preload
 * failed with that failure.
 */
export const hasLostPreload = () => 'lost' in document.documentElement.dataset;

/**
 * The plugin by which the federation runtime loads what the page pins, and nothing else. A later attempt
 * has a query of its own: a browser joins a request that hangs when the same address is asked for again.
 */
export function pinnedFiles(pins: Pins): ModuleFederationRuntimePlugin {
  const policy = entryPolicy(pins);
  const attempts = new Map<string, number>();
  return {
    name: 'pinned-files',
    createScript({ url, remoteInfo }) {
      const name = remoteInfo?.name ?? '';
      const { entry = url, integrity } = pins.remotes[name] ?? {};
      // All remotes of ES modules share one entry, and each counts its own attempts.
      const attempt = attempts.get(name) ?? Number(hasLostPreload());
      attempts.set(name, attempt + 1);
      const script = document.createElement('script');
      script.async = true;
      script.crossOrigin = 'anonymous';
      script.fetchPriority = 'low';
      if (integrity) script.integrity = integrity;
      script.src = policy.createScriptURL(attempt > 0 ? `${entry}?retry=${attempt}` : entry);
      return { script, timeout: scriptTimeout };
    },
    // Called after each attempt. What is thrown here comes back as `error` of the next call, as does the runtime’s own.
    afterLoadEntry({ remoteInfo, remoteEntryExports, error }) {
      if (error !== undefined) throw toLoadFault('entry', error);
      if (isContainer(remoteEntryExports)) return;
      // The next attempt would take the value for a container.
      Reflect.set(window, remoteInfo.entryGlobalName, undefined);
      throw new LoadFault('entry', 'the entry has no container');
    },
    // Returns nothing, so the runtime asks the container, once the styles are there.
    async getModuleFactory({ moduleInfo }) {
      const remote = pins.remotes[moduleInfo.name];
      if (remote) await ensureStyles(remote);
      return undefined;
    },
    // A value returned here would be shown in place of the prerendered nodes. The slot keeps them and tries again.
    errorLoadRemote({ error }) {
      throw toLoadFault('module', error);
    },
  };
}
