import { isIP } from 'node:net';
import * as v from 'valibot';

/** What the environment says about the site, already checked. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

export interface BucketPlace {
  readonly bucket: string;
  /** What every key begins with: '' or something that ends in a slash. */
  readonly prefix: string;
}

const hstsScope = v.picklist(['host', 'subdomains', 'preload']);

/** Which variable of the environment names which upstream. */
export const upstreamVariables = {
  subscription: 'SUBSCRIPTION_URL',
  manager: 'MANAGER_URL',
  storeUi: 'STORE_UI_URL',
} as const;

/** Addresses of the real services without a trailing slash; null where the embedded one serves. */
export type Upstreams = Readonly<Record<keyof typeof upstreamVariables, string | null>>;

/** What was typed or set in the environment cannot be meant. The message says why, in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(65535),
);

/** Where to listen: an address of this machine, or both of its loopback addresses under one name. */
const host = v.pipe(
  v.string(),
  v.check((value) => value === 'localhost' || isIP(value) !== 0),
);

const seconds = v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.maxValue(3600));

/** Leaves room for the remotes' ports above it. */
const devPort = v.pipe(port, v.maxValue(65000));

const folder = v.pipe(
  v.string(),
  v.check((value) => value.trim() !== '' && !value.includes('\0')),
);

/** An http or https address that carries nothing but a place. */
const address = v.pipe(
  v.string(),
  v.check((value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value)),
  v.transform((value) => new URL(value)),
  v.check((url) => url.username === '' && url.password === ''),
  v.check((url) => url.search === '' && url.hash === ''),
);

export const origin = v.pipe(
  address,
  v.check((url) => url.pathname === '/'),
  v.transform((url) => url.origin),
);

export const upstream = v.pipe(
  address,
  v.transform((url) => url.href.replace(/\/+$/, '')),
);

/** Such as s3://bucket/prefix. */
const bucketPlace = v.pipe(
  v.string(),
  v.regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w-][\w.-]*)*\/?$/),
  v.transform((value): BucketPlace => {
    const [bucket = '', ...folders] = value.slice('s3://'.length).split('/').filter(Boolean);
    return { bucket, prefix: folders.map((name) => `${name}/`).join('') };
  }),
);

/** Addresses or networks such as 10.0.0.0/8, separated by commas. */
const proxies = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((item) => item.trim())),
  v.everyItem((item) => {
    const [host = '', bits] = item.split('/');
    const longest = isIP(host) === 4 ? 32 : 128;
    return isIP(host) !== 0 && (bits === undefined || (/^\d+$/.test(bits) && +bits <= longest));
  }),
);

/** Whether an origin is this machine's own, on any port. */
export function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** The origin that a server has on this machine. */
export function originAt(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/**
 * Reads the settings from an environment. Pure: it touches neither disk nor network.
 * @throws UsageError with one sentence that names the variable, its value and what to do
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  /** An empty value counts as unset, as in most shells' scripts. */
  const read = <T, Default>(
    name: string,
    schema: v.GenericSchema<string, T>,
    fallback: Default,
    advice: string,
  ): T | Default => {
    const value = env[name];
    if (value === undefined || value === '') return fallback;
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return parsed.output;
    // A secret, even a wrong one, is not for the terminal.
    const shown = name === 'STATUS_TOKEN' ? 'too weak' : JSON.stringify(value);
    throw new UsageError(`${name} is ${shown}, but it must be ${advice}.`);
  };
  const folderAdvice = 'the path of a folder; set one, or unset it for the default';
  const serviceAdvice =
    'an http or https address without credentials, query or fragment, ' +
    'such as https://api.example.com; correct it, or unset it for the embedded service';
  const service = (name: string) => read(name, upstream, null, serviceAdvice);
  const upstreams: Upstreams = {
    subscription: service(upstreamVariables.subscription),
    manager: service(upstreamVariables.manager),
    storeUi: service(upstreamVariables.storeUi),
  };

  const chosenPort = read('PORT', port, 8080, 'a whole number from 1 to 65535, such as 8080');
  return {
    port: chosenPort,
    host: read(
      'HOST',
      host,
      'localhost',
      'localhost or an address of this machine, such as 0.0.0.0 or :: for all of them (a socket of Unix is none)',
    ),
    /** Of probes and figures, which are not for visitors; null: there are none. */
    probePort: read('PROBE_PORT', port, null, 'a whole number from 1 to 65535, such as 9090'),
    /** For which a server that was told to end goes on answering. */
    drainSeconds: read('DRAIN_SECONDS', seconds, 0, 'a whole number of seconds up to 3600'),
    /** How each request and event is written down; 'off': faults alone, on standard error. */
    log: read('LOG', v.picklist(['json', 'text', 'off']), 'off', 'json, text or off'),
    /** Of the host's dev server; those of the remotes follow it (shared/build/apps). */
    devPort: read('DEV_PORT', devPort, 3000, 'a whole number from 1 to 65000, such as 3000'),
    /** Of the database; created when it is missing. */
    dataDir: read('DATA_DIR', folder, '.data', folderAdvice),
    /** The store: releases, pages and the ledger. */
    siteDir: read('SITE_DIR', folder, '.site', folderAdvice),
    /** The bucket that is the store in place of that folder. */
    siteStore: read(
      'SITE_STORE',
      bucketPlace,
      null,
      's3:// with the name of a bucket and, if you like, a prefix, such as s3://shop/site; unset it for the folder of SITE_DIR',
    ),
    /** Public origin, without a trailing slash. */
    siteUrl: read(
      'SITE_URL',
      origin,
      `http://localhost:${chosenPort}`,
      'the public origin of the site without a path, such as https://shop.example.com',
    ),
    /** Origin of previews, which what is live shares nothing with; null: the site's own, on this machine alone. */
    previewUrl: read(
      'PREVIEW_URL',
      origin,
      null,
      'an origin for previews without a path, such as https://previews.example.com',
    ),
    upstreams,
    /** Whose word about a visitor's address is taken. */
    trustedProxies: read<readonly string[], readonly string[]>(
      'TRUSTED_PROXIES',
      proxies,
      [],
      'the addresses or networks of the proxies in front, such as 127.0.0.1,10.0.0.0/8',
    ),
    /** How far browsers are told to keep to TLS, where siteUrl is https. */
    hsts: read('HSTS', hstsScope, 'host', 'host, subdomains or preload'),
    /** Opens the status page to whoever is not on this machine; null: to nobody else. */
    statusToken: read(
      'STATUS_TOKEN',
      v.pipe(v.string(), v.regex(/^[\w-]{32,}$/)),
      null,
      'at least 32 letters, digits, hyphens and underscores',
    ),
  };
}
