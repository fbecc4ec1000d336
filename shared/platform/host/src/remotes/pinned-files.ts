import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { Pins, RemotePins } from '@composed/contracts/pins';
import { scriptTimeout } from '@composed/contracts/page-elements';
import { toLoadError, LoadError } from './module-source';

/** Milliseconds after which a style sheet that neither loads nor fails counts as failed. */
const styleTimeout = 5000;
/** Milliseconds after which loading no longer waits for the page's load event. */
const loadTimeout = 10_000;

/** Listed in the page's `trusted-types` directive. */
const policyName = 'remote-entries';

/** Whether a value is a container, of any version of module federation. */
const isContainer = (value: unknown) =>
  ['get', 'init'].every((name) => typeof Reflect.get(Object(value), name) === 'function');

/** A Trusted Types policy. Its result is typed as a string, since the DOM's types know only strings. */
type EntryPolicy = Readonly<Record<'createScriptURL', (address: string) => string>>;

declare global {
  interface Window {
    readonly trustedTypes?: {
      readonly createPolicy: (name: string, rules: EntryPolicy) => EntryPolicy;
    };
  }
}

/** Creates the policy that allows only pinned entries. Browsers without Trusted Types use the same check. */
function createEntryPolicy(pins: Pins): EntryPolicy {
  const createScriptURL = (address: string) => {
    // A retry adds a query to the address.
    const entry = address.replace(/\?.*/, '');
    if (Object.values(pins.remotes).some((remote) => remote.entry === entry)) return address;
    throw new Error(`${address} is not in the pins`);
  };
  return window.trustedTypes?.createPolicy(policyName, { createScriptURL }) ?? { createScriptURL };
}

/** Style sheets that are loaded or loading, by address. */
const loadingStyles = new Map<string, Promise<unknown>>();

/**
 * Loads a style sheet that is not in the page yet. If the sheet fails, is refused by its integrity or hangs, the promise
 * rejects and the sheet is removed.
 */
function ensureStyle({ href, integrity }: RemotePins['styles'][number]): unknown {
  const earlierLoading = loadingStyles.get(href);
  if (earlierLoading || document.querySelector(`style[data-href="${href}"]`)) return earlierLoading;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = href;
  const loading = new Promise<unknown>((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    setTimeout(reject, styleTimeout);
    document.head.append(link);
  }).catch(() => {
    link.remove();
    loadingStyles.delete(href);
    throw new LoadError('style', `${href} was late or refused`);
  });
  loadingStyles.set(href, loading);
  return loading;
}

/**
 * Adds a remote's style sheets to the page, except those that compose has inlined. Await it before the remote loads a
 * chunk, since the chunk loader fetches missing sheets without integrity.
 * @throws LoadError if a style sheet fails, is refused or times out. A later call tries again.
 */
export const ensureStyles = ({ styles }: RemotePins) => Promise.all(styles.map(ensureStyle));

/**
 * Resolves at the window's load event. A script that is inserted earlier would delay the event until the script has
 * loaded or failed. Preloads do not delay it, so the remote's scripts have usually arrived by then.
 */
export const loadEvent = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(document);
    window.addEventListener('load', resolve);
    setTimeout(resolve, loadTimeout);
  });

/**
 * Whether the inline bootstrap has noted a failed preload. Browsers fail the first request for a script whose preload
 * failed.
 */
export const hasLostPreload = () => 'lost' in document.documentElement.dataset;

/**
 * Creates the plugin that makes the federation runtime load only files that the page pins. Each retry has its own query:
 * for the same address, a browser would join the earlier request, which may hang.
 */
export function pinnedFiles(pins: Pins): ModuleFederationRuntimePlugin {
  const policy = createEntryPolicy(pins);
  const attempts = new Map<string, number>();
  return {
    name: 'pinned-files',
    createScript({ url, remoteInfo }) {
      const name = remoteInfo?.name ?? '';
      const { entry = url, integrity } = pins.remotes[name] ?? {};
      // Counted per remote, since all remotes of ES modules share one entry.
      const attempt = attempts.get(name) ?? (hasLostPreload() ? 1 : 0);
      attempts.set(name, attempt + 1);
      const script = document.createElement('script');
      script.async = true;
      script.crossOrigin = 'anonymous';
      script.fetchPriority = 'low';
      if (integrity) script.integrity = integrity;
      script.src = policy.createScriptURL(attempt > 0 ? `${entry}?retry=${attempt}` : entry);
      return { script, timeout: scriptTimeout };
    },
    // Called after each attempt. An error thrown here, or by the runtime, is the `error` of the next call.
    afterLoadEntry({ remoteInfo, remoteEntryExports, error }) {
      if (error !== undefined) throw toLoadError('entry', error);
      if (isContainer(remoteEntryExports)) return;
      // Otherwise the runtime would use this value as the container in the next attempt.
      Reflect.set(window, remoteInfo.entryGlobalName, undefined);
      throw new LoadError('entry', 'the entry has no container');
    },
    // Returns undefined so that the runtime gets the module from the container, after the styles have loaded.
    async getModuleFactory({ moduleInfo }) {
      const remote = pins.remotes[moduleInfo.name];
      if (remote) await ensureStyles(remote);
      return undefined;
    },
    // Throws, since a returned value would replace the prerendered nodes. The slot keeps them and offers a retry.
    errorLoadRemote({ error }) {
      throw toLoadError('module', error);
    },
  };
}
