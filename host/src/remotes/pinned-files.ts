import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { ReleaseRecord, RemoteRecord } from '@shopwright/shared/contracts/release-record';
import { asFault, LoadFault } from './remote-source';

/* How the files that the release record pins come into the page. */

/** Milliseconds after which a file that neither loads nor fails counts as failed. */
const entryTimeout = 10_000;
const styleTimeout = 5000;

/** Milliseconds after which something else must be holding up a page that is still loading. */
const loadTimeout = 10_000;

/** Must be listed in the page's `trusted-types` directive. */
const policyName = 'remote-entries';

/** Whether an entry has registered what any kind of module federation calls a container. */
function isContainer(value: unknown): boolean {
  return ['get', 'init'].every((name) => typeof Reflect.get(Object(value), name) === 'function');
}

interface EntryPolicy {
  /** Makes an object that stands for the address; the DOM types know strings only. */
  readonly createScriptURL: (address: string) => string;
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      readonly createPolicy: (name: string, rules: EntryPolicy) => EntryPolicy;
    };
  }
}

/** Lets nothing through but the entries of the record, in browsers with Trusted Types and without. */
function entryPolicy(record: ReleaseRecord): EntryPolicy {
  const listed = new Set(Object.values(record.remotes).map((remote) => remote.entry));
  const createScriptURL = (address: string) => {
    // A retry has a query of its own.
    if (listed.has(address.replace(/\?.*/, ''))) return address;
    throw new Error(`${address} is not in the release record`);
  };
  return window.trustedTypes?.createPolicy(policyName, { createScriptURL }) ?? { createScriptURL };
}

/** Style sheets that came, or are on their way, by address. */
const arrivals = new Map<string, Promise<unknown>>();

/** Rejects, and takes the sheet out again, when it fails, is refused by its integrity, or hangs. */
async function ensureStyle(href: string, integrity: string): Promise<unknown> {
  const known = arrivals.get(href);
  if (known || document.querySelector(`style[data-href="${href}"]`)) return known;
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
    throw new Error(`the style sheet ${href} did not come in time or was refused`);
  });
  arrivals.set(href, arrival);
  return arrival;
}

/**
 * Puts a remote's style sheets into the page, but for those that compose has inlined. Await it before the
 * remote loads a chunk: the chunk loader fetches every sheet that it does not find, without integrity.
 * @throws Error when one of them fails, is refused or does not come in time; a later call tries again
 */
export async function ensureStyles(remote: RemoteRecord): Promise<void> {
  await Promise.all(remote.styles.map(({ href, integrity }) => ensureStyle(href, integrity)));
}

/**
 * Waits until scripts can be started without holding up the window's load event. That event waits for a
 * script that was put into the page before it, for as long as the script hangs, but not for a preload. So
 * a remote's scripts are started when their preloads have come, which costs no time, or after the event.
 * @param addresses of the scripts
 */
export async function untilLoadEventIsSafe(addresses: readonly string[]): Promise<void> {
  if (document.readyState === 'complete') return;
  const loaded = new Promise((resolve) => {
    window.addEventListener('load', resolve);
    setTimeout(resolve, loadTimeout);
  });
  const preloads = addresses.map((address) => window.preloadedScripts?.get(address) ?? loaded);
  await Promise.race([loaded, preloads.length > 0 ? Promise.all(preloads) : loaded]);
}

/**
 * The plugin by which the federation runtime loads what the release record pins, and nothing else.
 * It rejects with a LoadFault for a script that fails, hangs, is refused by its integrity, or runs without
 * registering its container. A later call tries again, with a query of its own: asked again for a script
 * that hangs, a browser would wait for the request that hangs.
 */
export function pinnedFiles(record: ReleaseRecord): ModuleFederationRuntimePlugin {
  const policy = entryPolicy(record);
  const attempts = new Map<string, number>();
  return {
    name: 'pinned-files',
    createScript({ url, remoteInfo }) {
      const { entry = url, integrity } = record.remotes[remoteInfo?.name ?? ''] ?? {};
      const attempt = attempts.get(entry) ?? 0;
      attempts.set(entry, attempt + 1);
      const script = document.createElement('script');
      script.async = true;
      script.crossOrigin = 'anonymous';
      script.fetchPriority = 'low';
      if (integrity) script.integrity = integrity;
      script.src = policy.createScriptURL(attempt > 0 ? `${entry}?retry=${attempt}` : entry);
      return { script, timeout: entryTimeout };
    },
    // The runtime asks again with the reason when this throws, and with its own when it has one.
    afterLoadEntry({ remoteInfo, remoteEntryExports, error }) {
      if (error !== undefined) throw asFault('entry', error);
      if (isContainer(remoteEntryExports)) return;
      // It would be taken for a container by the next attempt.
      Reflect.set(window, remoteInfo.entryGlobalName, undefined);
      throw new LoadFault('entry', 'the entry ran without registering its container');
    },
    // Nothing of its own to give: the runtime asks the container, when the styles are there.
    async getModuleFactory({ moduleInfo }) {
      const remote = record.remotes[moduleInfo.name];
      try {
        if (remote) await ensureStyles(remote);
      } catch (error) {
        throw asFault('style', error);
      }
      return undefined;
    },
    // What a hook like this returns is shown in the remote's stead, and React would put it in the place of the
    // prerendered nodes. So there is none: the fault goes to the slot, which keeps the nodes and tries again.
    errorLoadRemote({ error }) {
      throw asFault('module', error);
    },
  };
}
