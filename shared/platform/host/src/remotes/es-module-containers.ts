import { pinsElementId, scriptTimeout, type PinnedScript } from '@composed/contracts/page-elements';
import type { Pins, RemotePins } from '@composed/contracts/pins';

/*
 * Creates containers for remotes of ES modules, whose releases have none of their own. The pins name this script of the
 * host as the entry of such remotes, so the federation runtime uses it like any container script, and pages without
 * such a remote do not load it. Every module is inserted as a script with its hash before another module imports it, so
 * that the import makes no request: browsers would not check such a request in the same way
 * (shared/platform/release/src/format/FORMAT.md).
 */

declare global {
  interface Window {
    /**
     * The host's copies of shared packages, by request. Small modules re-export them
     * (shared/platform/build/src/release/shared-package-modules.ts).
     */
    sharedPackages?: Readonly<Record<string, unknown>>;
  }
}

/** The share scope of the federation runtime: request → version → the copy, and the app that provides it. */
type ShareScope = Readonly<
  Record<string, Readonly<Record<string, { readonly from: string; readonly lib?: () => unknown }>>>
>;

/** Modules that are loaded or loading, by address. */
const loadingModules = new Map<string, Promise<unknown>>();

/**
 * Loads a module by a script element, once. If the module fails, is refused by its integrity or hangs, the promise
 * rejects and the element is removed.
 */
function insert({ src, integrity }: PinnedScript, address: string): Promise<unknown> {
  const earlierLoading = loadingModules.get(src);
  if (earlierLoading) return earlierLoading;
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = 'anonymous';
  script.integrity = integrity;
  script.src = address;
  const loading = new Promise<unknown>((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    setTimeout(reject, scriptTimeout);
    document.head.append(script);
  }).catch((cause: unknown) => {
    script.remove();
    loadingModules.delete(src);
    throw cause;
  });
  loadingModules.set(src, loading);
  return loading;
}

/**
 * Reloads the page if a failed module is available now and the visitor has just pressed “Try again”: Firefox never
 * requests a failed module again.
 */
async function reloadIfAvailable({ src, integrity }: PinnedScript): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation');
  // One reload is enough: a browser or policy that refuses the module would refuse it again.
  if (!navigator.userActivation.isActive || navigation?.type === 'reload') return;
  const response = await fetch(src, { integrity, cache: 'reload' }).catch(() => null);
  if (response?.ok) location.reload();
}

function createContainer(app: string, { exposes }: RemotePins) {
  const addresses = new Set(
    Object.values(exposes).flatMap(({ scripts = [] }) => scripts.map(({ src }) => src)),
  );
  const createScriptURL = (address: string) => {
    if (addresses.has(address)) return address;
    throw new Error(`${address} is not in the pins`);
  };
  // The page's policy allows each app one Trusted Types policy of its name. Other remotes' bundlers create it.
  const policy = window.trustedTypes?.createPolicy(app, { createScriptURL }) ?? { createScriptURL };
  /** @returns the first script that fails. The modules that import it come after it, and fail because of it. */
  const insertAll = async (scripts: readonly PinnedScript[]) => {
    const results = await Promise.allSettled(
      scripts.map((script) => insert(script, policy.createScriptURL(script.src))),
    );
    return scripts.find((_, index) => results[index]?.status === 'rejected');
  };
  let hasFailed = false;
  return {
    init(scope: ShareScope) {
      window.sharedPackages ??= Object.fromEntries(
        Object.entries(scope).map(([request, versions]) => {
          const hostCopy = Object.values(versions).find(({ from }) => from === 'host');
          return [request, hostCopy?.lib?.()];
        }),
      );
    },
    async get(expose: string) {
      const { scripts = [] } = exposes[expose] ?? {};
      let failedScript = await insertAll(scripts);
      // A second attempt, since browsers fail the first request for a script whose preload failed.
      if (failedScript) failedScript = await insertAll(scripts);
      if (failedScript) {
        if (hasFailed) await reloadIfAvailable(failedScript);
        hasFailed = true;
        throw new Error(`${failedScript.src} was lost or refused`);
      }
      const module: unknown = await import(/* webpackIgnore: true */ scripts.at(-1)?.src ?? '');
      return () => module;
    },
  };
}

const { remotes } = JSON.parse(document.getElementById(pinsElementId)?.textContent ?? '') as Pins;
const entryOfThisScript = document.currentScript?.getAttribute('src')?.replace(/\?.*/, '');
for (const [app, remote] of Object.entries(remotes)) {
  // The script runs once for each remote of ES modules. The first run creates the containers of all of them.
  if (remote.entry !== entryOfThisScript || Reflect.has(window, remote.global)) continue;
  Reflect.set(window, remote.global, createContainer(app, remote));
}
