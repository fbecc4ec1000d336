import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as v from 'valibot';
import { UsageError } from './errors.mjs';

/** Settings of the environment, already checked. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

export interface BucketLocation {
  readonly bucket: string;
  /** A prefix of keys: '' or something that ends in a slash. */
  readonly prefix: string;
}

/** Service of a site → the variable with the address of the real one. */
export type UpstreamVariables = Readonly<Record<string, string>>;

/** Addresses of the real services without a trailing slash; null where the embedded one serves. */
export type Upstreams = Readonly<Record<string, string | null>>;

/** Whether this server counts telemetry itself. A server that hands every call on hands telemetry on too. */
export function isCollecting(upstreams: Upstreams): boolean {
  const addresses = Object.values(upstreams);
  return addresses.length === 0 || addresses.includes(null);
}

/* Schemas of variables; each message completes "… is …, but it must be". */

const wholeNumber = (min: number, max: number, advice: string) =>
  v.message(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(min), v.maxValue(max)),
    `a whole number from ${min} to ${max}${advice}`,
  );

const port = wholeNumber(1, 65_535, ', such as 8080');
/** A port with room behind it for the dev servers of remotes. */
const devPort = wholeNumber(1, 65_000, ', such as 4000');
const drain = wholeNumber(0, 3600, ' seconds');
/** Balancers keep a connection for up to ten minutes, and have to be the first to close it. */
const keepAlive = wholeNumber(
  1,
  3600,
  ' seconds, longer than the balancer in front keeps a connection',
);

/** Where to listen: an address of this machine, or both of its loopback addresses under one name. */
const host = v.pipe(
  v.string(),
  v.check(
    (value) => value === 'localhost' || isIP(value) !== 0,
    'localhost or an address of this machine, such as 0.0.0.0 or :: for all of them (a socket of Unix is none)',
  ),
);

/** An http or https address of a service: no query, hash or password. */
const address = v.pipe(
  v.string(),
  v.check((value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value)),
  v.transform((value) => new URL(value)),
  v.check(({ username, password, search, hash }) => username + password + search + hash === ''),
);

export const origin = v.message(
  v.pipe(
    address,
    v.check((url) => url.pathname === '/'),
    v.transform((url) => url.origin),
  ),
  'a public origin without a path, such as https://shop.example.com',
);

/** The origin of every port: an address that holds {port}. */
const devUrl = v.pipe(
  v.string(),
  v.check(
    (value) => value.includes('{port}') && v.is(origin, value.replaceAll('{port}', '3000')),
    'a public origin that holds {port}, such as https://{port}.dev.example or http://192.168.1.20:{port}',
  ),
);

export const upstream = v.message(
  v.pipe(
    address,
    v.transform((url) => url.href.replace(/(?<!\/)\/+$/, '')),
  ),
  'an http or https address without credentials, query or fragment, such as https://api.example.com; correct it, or unset it for the embedded service',
);

/** A bucket and a prefix, such as s3://bucket/prefix. */
const bucketLocation = v.pipe(
  v.string(),
  v.regex(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w-][\w.-]*)*\/?$/,
    's3:// with the name of a bucket and, if you like, a prefix, such as s3://shop/site; unset it for the folder of SITE_DIR',
  ),
  v.transform((value): BucketLocation => {
    const [bucket = '', ...folders] = value.slice('s3://'.length).split('/').filter(Boolean);
    return { bucket, prefix: folders.map((name) => `${name}/`).join('') };
  }),
);

/** Proxies, separated by commas. */
const proxies = v.pipe(
  v.string(),
  v.transform((value): readonly string[] => value.split(',').map((item) => item.trim())),
  v.everyItem(
    (item) => isIP(item) !== 0 || ipaddr.isValidCIDR(item),
    'the addresses or networks of the proxies in front, such as 127.0.0.1,10.0.0.0/8',
  ),
);

/** App → address of its service: `checkout=https://orders.internal,explore=https://search.internal/v1`. */
const apiUrls = v.message(
  v.pipe(
    v.string(),
    v.transform((value) => value.split(',').map((each) => each.trim().split(/=(.*)/s).slice(0, 2))),
    v.array(v.tuple([v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)), upstream])),
    v.transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs)),
  ),
  'apps with their addresses, such as checkout=https://orders.example,explore=https://search.example/v1',
);

const log = v.picklist(['json', 'text', 'off'], 'json, text or off');
const hstsScope = v.picklist(['host', 'subdomains', 'preload'], 'host, subdomains or preload');
const secret = v.pipe(
  v.string(),
  v.regex(/^[\w-]{32,}$/, 'at least 32 letters, digits, hyphens and underscores'),
);

/** Whether an origin is this machine's own, on any port. */
export function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** Whether two different origins share their cookies, which ignore the port. */
export function sharesCookies(one: string, other: string): boolean {
  return one !== other && new URL(one).hostname === new URL(other).hostname;
}

/** The origin that a server has on this machine. */
export function originAt(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/**
 * Reads the settings from an environment. Pure: it touches neither disk nor network.
 * @param variables of the site's services
 * @throws UsageError with one sentence that names the variable, its value and what to do
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  variables: UpstreamVariables = {},
) {
  /** An empty value counts as unset, as in most shells' scripts. */
  const read = <T, Default>(
    name: string,
    schema: v.GenericSchema<string, T>,
    fallback: Default,
  ): T | Default => {
    const value = env[name];
    if (!value) return fallback;
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return parsed.output;
    // A secret, even a wrong one, is not for the terminal.
    const shownValue = name === 'STATUS_TOKEN' ? 'too weak' : JSON.stringify(value);
    throw new UsageError(`${name} is ${shownValue}, but it must be ${parsed.issues[0].message}.`);
  };
  const upstreams: Upstreams = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [name, read(variable, upstream, null)]),
  );
  const chosenPort = read('PORT', port, 8080);
  const siteUrl = read('SITE_URL', origin, `http://localhost:${chosenPort}`);
  const previewUrl = read('PREVIEW_URL', origin, null);
  if (previewUrl !== null && sharesCookies(previewUrl, siteUrl)) {
    throw new UsageError(
      `PREVIEW_URL is ${JSON.stringify(previewUrl)}, but it must have another hostname than SITE_URL (${siteUrl}): cookies ignore ports, so previews would have those of the site.`,
    );
  }
  return {
    port: chosenPort,
    /** The port, or null where nobody has asked for one. */
    askedPort: read('PORT', port, null),
    host: read('HOST', host, 'localhost'),
    /** Port of probes and metrics, which are not for visitors; null: there are none. */
    probePort: read('PROBE_PORT', port, null),
    /** Seconds for which a server that was told to end still responds. */
    drainSeconds: read('DRAIN_SECONDS', drain, 0),
    /** Seconds for which an idle connection stays open. */
    keepAliveSeconds: read('KEEP_ALIVE_SECONDS', keepAlive, 65),
    /** Format of the log; 'off': faults alone, on standard error. */
    log: read('LOG', log, 'off'),
    /** Port of the host's dev server; those of the remotes follow. */
    devPort: read('DEV_PORT', devPort, 3000),
    /** Where browsers find the dev servers; null: on this machine. */
    devUrl: read('DEV_URL', devUrl, null),
    /** Folder of the database, which is made when it is missing. */
    dataDir: read('DATA_DIR', v.string(), '.data'),
    /** Folder of the store: releases, pages and the ledger. */
    siteDir: read('SITE_DIR', v.string(), '.site'),
    /** The bucket that is the store in place of that folder. */
    siteStore: read('SITE_STORE', bucketLocation, null),
    /** Public origin, without a trailing slash. */
    siteUrl,
    /** Origin of previews; null: that of the site, on this machine alone. */
    previewUrl,
    upstreams,
    /** App → base of the service for calls to `/api/<app>/`. */
    apiUrls: read('API_URLS', apiUrls, {}),
    /** Proxies whose forwarding headers are believed. */
    trustedProxies: read('TRUSTED_PROXIES', proxies, []),
    /** How far browsers are told to keep to TLS, where siteUrl is https. */
    hsts: read('HSTS', hstsScope, 'host'),
    /** Opens the status page from other machines; null: from this one alone. */
    statusToken: read('STATUS_TOKEN', secret, null),
  };
}
