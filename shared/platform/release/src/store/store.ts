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
 * The target of the alias `canary`, as `point` takes it and `aliases` gives it.
 * @param canary share: per cent of the visitors, 1 to 99
 */
export function canaryTarget({ share, deployment }: { share: number; deployment: string }) {
  return `${share}-${deployment}`;
}

/** @returns null for what is no target of a canary */
export function parseCanaryTarget(target: string) {
  const [, share, deployment] = /^(\d{1,2})-(.+)$/.exec(target) ?? [];
  return share && deployment ? { share: Number(share), deployment } : null;
}

/**
 * Where releases, pages and the ledger live: a few operations, each whole or not at all, so that an
 * object store fits them as well as a folder does. A key is a relative path with `/`.
 *
 * releases/<app>/<version>/release.json, server.cjs, maps/<file>.map, markup/<name>.json ·
 * assets/<app>/<file>[.br|.gz] ·
 * deployments/<id>/<file>[.br|.gz], where the page of /guides/first-steps is guides/first-steps.html ·
 * deployments/<id>.json · trash/<any of these>
 *
 * The ledger and the aliases (`live`, `canary`, `previews/<name>`) have operations of their own.
 */
export interface Store {
  /** For people: the folder or address. */
  readonly name: string;
  /** Whether the store itself guards its objects by checksums, so that those in use need not be read to check them. */
  readonly checksItself: boolean;
  /** How many objects were read, from where; only in a store that keeps objects in memory. */
  readonly reads?: { readonly memory: number; readonly store: number };
  /**
   * Checks whether this process can keep a store there.
   * @param access with `conditions` also whether of several processes that create the same key exactly one succeeds
   * @returns for people: what was tried
   */
  checkAccess(access: 'write' | 'conditions'): Promise<string>;
  /**
   * Stores an object under a key for good; the same bytes again are fine, and so is another compressed copy.
   * @throws Error when the key holds other bytes
   */
  putImmutable(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores the files of a deployment, and then the index that says that it is whole. */
  putDeployment(id: string, files: ReadonlyMap<string, Buffer>, index: Buffer): Promise<void>;
  /** @returns null when there is no such object */
  get(key: string): Promise<Buffer | null>;
  /** Key → bytes, of the objects that are there. */
  sizesOf(objectKeys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Every object whose key begins with `prefix` (a folder, ending in `/`), sorted by key. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Removes an object. A missing object is fine. */
  remove(key: string): Promise<void>;
  /** Gives an object another key, and replaces the object there. A missing object is fine. */
  move(from: string, to: string): Promise<void>;
  /** The highest revision of the ledger, or that one; null in a new store, or when it is no longer kept. */
  readLedger(revision?: number): Promise<StoredLedger | null>;
  /**
   * Writes revision `expected + 1` of the ledger if `expected` (0: none) is still the highest.
   * @returns false when somebody else was faster; then nothing has changed
   */
  swapLedger(expectedRevision: number, text: string): Promise<boolean>;
  /** Makes an alias lead to a deployment, or to `canaryTarget`, in one instant; null removes it. */
  point(alias: Alias, target: string | null): Promise<void>;
  /** The target of every alias. */
  aliases(): Promise<ReadonlyMap<Alias, string>>;
  /** The time by the clock that dates the objects, which may not be this machine's; right to some minutes. */
  now(): Promise<Date>;
  /**
   * Forgets what was read, and removes temporary files of killed processes. Files that are younger than some minutes
   * stay.
   */
  sweep(): Promise<void>;
}

/** The part of a store that composing and checking need. */
export type ReadableStore = Pick<Store, 'get' | 'list' | 'sizesOf'>;

/**
 * Keeps the bytes of a key that is taken. Compressed copies may differ by the version of Node, a release.json by the
 * time of its build, and markup by its rendering.
 * @throws Error when it holds other bytes
 */
export function refuseOther(key: string, storedBytes: Buffer | null, bytes: Uint8Array): void {
  if (/\.br$|\.gz$|\/release\.json$/.test(key) || isMarkup(key) || storedBytes?.equals(bytes))
    return;
  throw new Error(
    `${key} is already in the store with other bytes; if "verify" calls it damaged, delete it and publish again.`,
  );
}

/** Whether a key is in the render cache of a release. An app may be called markup as well. */
export const isMarkup = (key: string) => /^releases\/[^/]+\/[^/]+\/markup\//.test(key);

const segment = /^(?!\.{1,2}$)[\w.-]+$/;

/** @throws Error when a key could leave the store or clash with its own files */
export function checkKey(key: string): string {
  if (!key.split('/').every((part) => segment.test(part))) {
    throw new Error(`"${key}" is not a key of the store.`);
  }
  return key;
}

export const keys = {
  manifest: (app: string, version: string) => `releases/${app}/${version}/release.json`,
  /** Key of a file that no visitor gets, by its path in the folder of the release. */
  within: (app: string, version: string, file: string) => `releases/${app}/${version}/${file}`,
  asset: (app: string, file: string) => `assets/${app}/${file}`,
  page: (deployment: string, page: string) => `deployments/${deployment}/${page}`,
  deployment: (deployment: string) => `deployments/${deployment}.json`,
  trash: (key: string) => `trash/${key}`,
  untrash: (key: string) => key.replace(/^trash\//, ''),
};

/** The deployment that a key is about. */
export function deploymentOf(key: string): string | undefined {
  return /^deployments\/([^/]+?)(?:\.json$|\/)/.exec(key)?.[1];
}
