import type { ReleaseRecord, RemoteRecord } from 'shared/contracts/release-record';
import type { ShareScope } from './share-scope';

/** Milliseconds after which an entry that neither loads nor fails counts as failed. */
const entryTimeout = 10_000;

/** Must be listed in the page's `trusted-types` directive. */
const policyName = 'remote-entries';

/** webpack's own container, which a remote's entry registers. */
export interface Container {
  /** Loads the chunks of an exposed module and brings its factory. */
  readonly get: (expose: string) => Promise<() => unknown>;
  readonly init: (shareScope: ShareScope) => Promise<void> | void;
}

function isContainer(value: unknown): value is Container {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'get') === 'function' &&
    typeof Reflect.get(value, 'init') === 'function'
  );
}

type ToScriptUrl = (address: string) => string | TrustedScriptURL;

interface TrustedScriptURL {
  readonly toString: () => string;
}

interface TrustedTypeFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => TrustedScriptURL };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypeFactory;
  }
}

/** Lets nothing through but the entries of the record, in browsers with Trusted Types and without. */
function entryPolicy(record: ReleaseRecord): ToScriptUrl {
  const listed = new Set(Object.values(record.remotes).map((remote) => remote.entry));
  const check = (address: string) => {
    // A retry has a query of its own.
    if (!listed.has(address.split('?')[0] ?? ''))
      throw new Error(`${address} is not in the release record`);
    return address;
  };
  const policy = window.trustedTypes?.createPolicy(policyName, { createScriptURL: check });
  return policy ? (address) => policy.createScriptURL(address) : check;
}

/**
 * Loads container scripts from the addresses that the release record pins.
 * @returns a loader that rejects for a script that fails, hangs, is refused by its integrity, or runs
 *   without registering its container. A later call tries again, with a query of its own: asked again for
 *   a script that hangs, a browser would wait for the request that hangs.
 */
export function createEntryLoader(record: ReleaseRecord) {
  const toScriptUrl = entryPolicy(record);

  const attempts = new Map<string, number>();
  return function loadEntry(
    { entry, integrity }: RemoteRecord,
    globalName: string,
  ): Promise<Container> {
    const attempt = attempts.get(entry) ?? 0;
    attempts.set(entry, attempt + 1);
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      const finish = (fault?: string) => {
        clearTimeout(timer);
        script.onload = script.onerror = null;
        const container: unknown = Reflect.get(window, globalName);
        if (fault === undefined && isContainer(container)) {
          resolve(container);
          return;
        }
        script.remove();
        reject(new Error(fault ?? 'the entry ran without registering its container'));
      };
      const timer = setTimeout(
        () => finish(`the entry did not arrive within ${entryTimeout / 1000} s`),
        entryTimeout,
      );
      script.async = true;
      script.crossOrigin = 'anonymous';
      script.fetchPriority = 'low';
      if (integrity) script.integrity = integrity;
      script.onload = () => finish();
      script.onerror = () => finish('the entry could not be loaded or was refused');
      try {
        // The DOM types know strings only; with Trusted Types required, only the policy's value passes.
        Reflect.set(script, 'src', toScriptUrl(attempt > 0 ? `${entry}?retry=${attempt}` : entry));
        document.head.append(script);
      } catch (error) {
        finish(error instanceof Error ? error.message : String(error));
      }
    });
  };
}
