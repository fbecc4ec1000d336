/** One stored object. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** One revision of the ledger. */
export interface StoredLedger {
  readonly revision: number;
  readonly text: string;
}

/** The deployment that visitors get, a canary, or a preview. */
export type Alias = 'live' | 'canary' | `previews/${string}`;

/**
 * Formats the target of the alias `canary`, as `setAlias` takes it and `aliases` returns it.
 * @param canary `share` is the percentage of visitors, 1 to 99
 */
export function formatCanaryTarget({ share, deployment }: { share: number; deployment: string }) {
  return `${share}-${deployment}`;
}

/** @returns null if the text is not the target of a canary */
export function parseCanaryTarget(target: string) {
  const [, share, deployment] = /^(\d{1,2})-(.+)$/.exec(target) ?? [];
  return share && deployment ? { share: Number(share), deployment } : null;
}

/**
 * Holds releases, pages and the ledger. It has few operations, each of which succeeds completely or changes nothing, so
 * that they can be implemented by an object store as well as by a folder. A key is a relative path with `/`:
 * - `releases/<app>/<version>/` and `release.json`, `server.cjs`, `maps/<file>.map` or `markup/<name>.json`
 * - `assets/<app>/<file>[.br|.gz]`
 * - `deployments/<id>/<file>[.br|.gz]`, where the page of `/guides/first-steps` is `guides/first-steps.html`
 * - `deployments/<id>.json`
 * - `trash/<any of these>`
 *
 * The ledger and the aliases (`live`, `canary`, `previews/<name>`) have operations of their own.
 */
export interface Store {
  /** The folder or address, for people. */
  readonly name: string;
  /** Whether the store itself checks its objects by checksums, so that they need not be read to check them. */
  readonly checksItself: boolean;
  /** Number of objects read from memory and from the store, in a store that caches objects in memory. */
  readonly reads?: { readonly memory: number; readonly store: number };
  /**
   * Checks whether this process can use the store.
   * @param access `conditions` also checks that of several processes that create the same key exactly one succeeds
   * @returns a sentence about what was checked
   */
  checkAccess(access: 'write' | 'conditions'): Promise<string>;
  /**
   * Stores an object that never changes. Storing the same bytes or another compressed copy again changes nothing.
   * @throws Error if the key has other bytes
   */
  putImmutable(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores the files of a deployment, and then its index, with which it counts as stored. */
  putDeployment(id: string, files: ReadonlyMap<string, Buffer>, index: Buffer): Promise<void>;
  /** @returns null if there is no such object */
  get(key: string): Promise<Buffer | null>;
  /** Returns key → bytes of the objects that exist. */
  sizesOf(objectKeys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Lists every object whose key begins with `prefix` (a folder, ending in `/`), sorted by key. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Removes an object, if it exists. */
  remove(key: string): Promise<void>;
  /** Gives an object, if it exists, another key. Replaces an object that has that key. */
  move(from: string, to: string): Promise<void>;
  /** Reads a revision of the ledger, by default the highest. Null in an empty store, or if it is no longer kept. */
  readLedger(revision?: number): Promise<StoredLedger | null>;
  /**
   * Writes the next revision of the ledger if `expectedRevision` (0 for none) is still the highest.
   * @returns false, without a change, if another process was faster
   */
  swapLedger(expectedRevision: number, text: string): Promise<boolean>;
  /**
   * Points an alias to a deployment, or to a `formatCanaryTarget` result, in one atomic step; null removes the alias.
   */
  setAlias(alias: Alias, target: string | null): Promise<void>;
  /** Returns the target of every alias. */
  aliases(): Promise<ReadonlyMap<Alias, string>>;
  /** Returns the time of the clock that dates the objects, to some minutes. It may not be this machine's clock. */
  now(): Promise<Date>;
  /**
   * Forgets what was read, and removes temporary files of killed processes once they are some minutes old.
   */
  sweep(): Promise<void>;
}

/** The part of a store that composing and checking need. */
export type ReadableStore = Pick<Store, 'get' | 'list' | 'sizesOf'>;

/**
 * Checks that bytes equal those that a key already has. They may differ for compressed copies, which depend on the
 * version of Node, for a release.json, which has the time of its build, and for rendered markup.
 * @throws Error if they differ
 */
export function requireSameBytes(key: string, storedBytes: Buffer | null, bytes: Uint8Array): void {
  if (/\.br$|\.gz$|\/release\.json$/.test(key) || isMarkup(key) || storedBytes?.equals(bytes))
    return;
  throw new Error(
    `${key} is already in the store with other bytes; if "verify" calls it damaged, delete it and publish again.`,
  );
}

/**
 * Whether a key is in the render cache of a release. The pattern is this strict because an app may be called markup.
 */
export const isMarkup = (key: string) => /^releases\/[^/]+\/[^/]+\/markup\//.test(key);

const segment = /^(?!\.{1,2}$)[\w.-]+$/;

/** @throws Error if a key could lead out of the store or clash with its own files */
export function checkKey(key: string): string {
  if (!key.split('/').every((part) => segment.test(part))) {
    throw new Error(`"${key}" is not a key of the store.`);
  }
  return key;
}

export const keys = {
  manifest: (app: string, version: string) => `releases/${app}/${version}/release.json`,
  /** The key of a file that visitors do not get, by its path in the folder of the release. */
  within: (app: string, version: string, file: string) => `releases/${app}/${version}/${file}`,
  asset: (app: string, file: string) => `assets/${app}/${file}`,
  page: (deployment: string, page: string) => `deployments/${deployment}/${page}`,
  deployment: (deployment: string) => `deployments/${deployment}.json`,
  trash: (key: string) => `trash/${key}`,
  untrash: (key: string) => key.replace(/^trash\//, ''),
};

/** Returns the id of the deployment that has a key; undefined for other keys. */
export function deploymentOf(key: string): string | undefined {
  return /^deployments\/([^/]+?)(?:\.json$|\/)/.exec(key)?.[1];
}
