import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as v from 'valibot';
import { UsageError } from './errors.mjs';

/** The validated environment variables of a server or command. */
export type Environment = Readonly<ReturnType<typeof readEnvironment>>;

export interface BucketLocation {
  readonly bucket: string;
  /** The prefix of all keys: '' or a text that ends in a slash. */
  readonly prefix: string;
}

/** Service of a site → the variable with the address of the real service. */
export type UpstreamVariables = Readonly<Record<string, string>>;

/** Service of a site → the address of the real service without a trailing slash, or null for the embedded one. */
export type Upstreams = Readonly<Record<string, string | null>>;

/* Schemas of variables. Each message completes the sentence "PORT is 0, but it must be …". */

const wholeNumber = (min: number, max: number, advice: string) =>
  v.message(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(min), v.maxValue(max)),
    `a whole number from ${min} to ${max}${advice}`,
  );

const portSchema = wholeNumber(1, 65_535, ', such as 8080');
/** The highest port leaves room for the dev servers of remotes, which have higher ones. */
const devPort = wholeNumber(1, 65_000, ', such as 4000');
const drain = wholeNumber(0, 3600, ' seconds');
/**
 * Load balancers keep idle connections for up to ten minutes. The server must keep them longer, or a request could
 * arrive while it closes the connection.
 */
const keepAlive = wholeNumber(
  1,
  3600,
  ' seconds, longer than the balancer in front keeps a connection',
);

/** An address to listen on. "localhost" stands for both loopback addresses. */
const hostSchema = v.pipe(
  v.string(),
  v.check(
    (value) => value === 'localhost' || isIP(value) !== 0,
    'localhost or an address of this machine, such as 0.0.0.0 or :: for all of them, and not a Unix socket',
  ),
);

/** An http or https URL without a query, hash, user name or password. */
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

/** A template for the origin of each port. */
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
    's3:// followed by the name of a bucket and, optionally, a prefix, such as s3://shop/site; unset it for the folder of SITE_DIR',
  ),
  v.transform((value): BucketLocation => {
    const [bucket = '', ...folders] = value.slice('s3://'.length).split('/').filter(Boolean);
    return { bucket, prefix: folders.map((name) => `${name}/`).join('') };
  }),
);

/** Addresses or networks, separated by commas. */
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

/** Whether an origin is on this machine, on any port. */
export function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** Whether two different origins share their cookies, which ignore ports. */
export function sharesCookies(first: string, second: string): boolean {
  return first !== second && new URL(first).hostname === new URL(second).hostname;
}

/** Returns the origin on this machine of a server that listens on a host and a port. */
export function originAt(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

type ProcessEnv = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates one variable. An empty value counts as unset, as in most shell scripts.
 * @throws UsageError with one sentence that names the variable, its value and what to do
 */
function readVariable<T, Default>(
  env: ProcessEnv,
  name: string,
  schema: v.GenericSchema<string, T>,
  fallback: Default,
): T | Default {
  const value = env[name];
  if (!value) return fallback;
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  // Never prints a secret, even an invalid one.
  const shownValue = name === 'STATUS_TOKEN' ? 'too weak' : JSON.stringify(value);
  throw new UsageError(`${name} is ${shownValue}, but it must be ${parsed.issues[0].message}.`);
}

/** @throws UsageError when one is invalid, or when previews would share cookies with the site */
function readPublicOrigins(env: ProcessEnv, localPort: number) {
  const siteUrl = readVariable(env, 'SITE_URL', origin, `http://localhost:${localPort}`);
  const previewUrl = readVariable(env, 'PREVIEW_URL', origin, null);
  if (previewUrl !== null && sharesCookies(previewUrl, siteUrl)) {
    throw new UsageError(
      `PREVIEW_URL is ${JSON.stringify(previewUrl)}, but it must have another hostname than SITE_URL (${siteUrl}): cookies ignore ports, so previews would have those of the site.`,
    );
  }
  return { siteUrl, previewUrl };
}

/**
 * Reads and validates the environment. Pure: it accesses neither disk nor network.
 * @param variables of the site's services
 * @throws UsageError with one sentence that names the variable, its value and what to do
 */
export function readEnvironment(env: ProcessEnv, variables: UpstreamVariables = {}) {
  const read = <T, Default>(
    name: string,
    schema: v.GenericSchema<string, T>,
    fallback: Default,
  ): T | Default => readVariable(env, name, schema, fallback);
  const upstreams: Upstreams = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [name, read(variable, upstream, null)]),
  );
  const explicitPort = read('PORT', portSchema, null);
  const portOrDefault = explicitPort ?? 8080;
  const { siteUrl, previewUrl } = readPublicOrigins(env, portOrDefault);
  return {
    port: portOrDefault,
    /** The port, or null when PORT is unset. */
    explicitPort,
    host: read('HOST', hostSchema, 'localhost'),
    /** The port of probes and metrics, or null without them. Visitors must not reach it. */
    probePort: read('PROBE_PORT', portSchema, null),
    /** Seconds that the server continues to serve after it was told to end. */
    drainSeconds: read('DRAIN_SECONDS', drain, 0),
    /** Seconds after which an idle connection is closed. */
    keepAliveSeconds: read('KEEP_ALIVE_SECONDS', keepAlive, 65),
    /** The format of the log. With 'off' only faults are logged, on standard error. */
    log: read('LOG', log, 'off'),
    /** The port of the host's dev server. It shifts those of the remotes, too. */
    devPort: read('DEV_PORT', devPort, 3000),
    /** A template for the origins of dev servers, or null for those of this machine. */
    devUrl: read('DEV_URL', devUrl, null),
    /** The folder of the database, created if missing. */
    dataDir: read('DATA_DIR', v.string(), '.data'),
    /** The folder of the store, with releases, pages and the ledger. */
    siteDir: read('SITE_DIR', v.string(), '.site'),
    /** The bucket that is the store instead of that folder. */
    siteStore: read('SITE_STORE', bucketLocation, null),
    /** The public origin, without a trailing slash. */
    siteUrl,
    /** The origin of previews. Null: previews have the site's origin, which is allowed only on this machine. */
    previewUrl,
    upstreams,
    /** App → base address of the service for calls to `/api/<app>/`. */
    apiUrls: read('API_URLS', apiUrls, {}),
    /** Proxies whose forwarding headers are trusted. */
    trustedProxies: read('TRUSTED_PROXIES', proxies, []),
    /** The scope of Strict-Transport-Security when siteUrl is https. */
    hsts: read('HSTS', hstsScope, 'host'),
    /** The token for the status page. Null: the page is visible only on this machine. */
    statusToken: read('STATUS_TOKEN', secret, null),
  };
}
