import { pinsElementId, type PinnedScript } from '@composed/contracts/page-elements';
import type { Pins, RemotePins } from '@composed/contracts/pins';
import { scriptTimeout } from '@composed/contracts/remote-names';

/*
 * The containers of remotes of ES modules, whose own releases have none. The pins name this script of the host as the
 * entry of such remotes, so the federation runtime uses it like any container, and no other page loads it. Every module
 * is inserted with its hash before another imports it, so that no import makes a request: browsers would not check that
 * in the same way (shared/platform/release/src/format/FORMAT.md).
 */

declare global {
  interface Window {
    /** The host's copies by request. Small modules of its release re-export them (build, share-modules.ts). */
    sharedPackages?: Readonly<Record<string, unknown>>;
  }
}

/** The packages of the federation runtime: request → version → the copy, and the app that provides it. */
type ShareScope = Readonly<
  Record<string, Readonly<Record<string, { readonly from: string; readonly lib?: () => unknown }>>>
>;

/** Modules that have arrived or are being loaded, by address. */
const arrivals = new Map<string, Promise<unknown>>();

/** Rejects, and removes the element, when the module fails, is refused by its integrity, or hangs. */
function insert({ src, integrity }: PinnedScript, address: string): Promise<unknown> {
  const earlierArrival = arrivals.get(src);
  if (earlierArrival) return earlierArrival;
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = 'anonymous';
  script.integrity = integrity;
  script.src = address;
  const arrival = new Promise<unknown>((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    setTimeout(reject, scriptTimeout);
    document.head.append(script);
  }).catch((cause: unknown) => {
    script.remove();
    arrivals.delete(src);
    throw cause;
  });
  arrivals.set(src, arrival);
  return arrival;
}

/**
 * Firefox never asks again for a module that has failed. If the file is there by now, and a visitor has pressed “Try
 * again”, the page is loaded anew.
 */
async function reloadIfThere({ src, integrity }: PinnedScript): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation');
  // A browser or a policy that refuses the module would do so again, so one reload is enough.
  if (!navigator.userActivation.isActive || navigation?.type === 'reload') return;
  const response = await fetch(src, { integrity, cache: 'reload' }).catch(() => null);
  if (response?.ok) location.reload();
}

/** The container of a remote, as module federation has them. */
function containerOf(app: string, { exposes }: RemotePins) {
  const addresses = new Set(
    Object.values(exposes).flatMap(({ scripts = [] }) => scripts.map(({ src }) => src)),
  );
  const createScriptURL = (address: string) => {
    if (addresses.has(address)) return address;
    throw new Error(`${address} is not in the pins`);
  };
  // The page allows a policy with the name of each app, as bundlers of scripts make it.
  const policy = window.trustedTypes?.createPolicy(app, { createScriptURL }) ?? { createScriptURL };
  /** Returns the first module that fails. Modules that import it come after it, and fail because of it. */
  const insertAll = async (scripts: readonly PinnedScript[]) => {
    const outcomes = await Promise.allSettled(
      scripts.map((script) => insert(script, policy.createScriptURL(script.src))),
    );
    return scripts.find((_, index) => outcomes[index]?.status === 'rejected');
  };
  let hasFailed = false;
  return {
    init(scope: ShareScope) {
      window.sharedPackages ??= Object.fromEntries(
        Object.entries(scope).map(([request, versions]) => {
          const ofHost = Object.values(versions).find(({ from }) => from === 'host');
          return [request, ofHost?.lib?.()];
        }),
      );
    },
    async get(expose: string) {
      const { scripts = [] } = exposes[expose] ?? {};
      // Browsers answer the first request for a script whose preload failed with that failure.
      const lost = (await insertAll(scripts)) && (await insertAll(scripts));
      if (lost) {
        if (hasFailed) await reloadIfThere(lost);
        hasFailed = true;
        throw new Error(`${lost.src} was lost or refused`);
      }
      const module: unknown = await import(/* webpackIgnore: true */ scripts.at(-1)?.src ?? '');
      return () => module;
    },
  };
}

const { remotes } = JSON.parse(document.getElementById(pinsElementId)?.textContent ?? '') as Pins;
const ownEntry = document.currentScript?.getAttribute('src')?.replace(/\?.*/, '');
for (const [app, remote] of Object.entries(remotes)) {
  // This script makes the containers of all remotes of ES modules at once, and runs for each that asks for it.
  if (remote.entry !== ownEntry || Reflect.has(window, remote.global)) continue;
  Reflect.set(window, remote.global, containerOf(app, remote));
}
