import { isIP } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Settings, Upstreams } from '../../environment';
import { messageOf } from '../../release/reports/format';
import { upstreamTimeLimits } from '../../services/addresses';

/** A value that no nginx configuration can hold. The message is one sentence. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Everything that the configuration says, already checked. */
export interface NginxOptions extends Pick<Settings, 'siteUrl' | 'hsts' | 'trustedProxies'> {
  /** Absolute path of the store. */
  readonly siteDir: string;
  readonly upstreams: Upstreams;
  /** Origin of the embedded services, for what has no upstream of its own. */
  readonly services: string | null;
  /** Name servers that find upstreams while nginx runs: addresses, with or without a port. */
  readonly resolvers: readonly string[];
  /** Milliseconds until each real service's answer has to have begun. */
  readonly timeLimits: typeof upstreamTimeLimits;
  /** Values of `listen`. */
  readonly listen: readonly string[];
  readonly tls: Tls | null;
  /** Account of the workers; null: as nginx was built. */
  readonly user: string | null;
  /** Folder for nginx's own files; null: as nginx was built. */
  readonly runFolder: string | null;
  /** Folder of nginx's modules. */
  readonly modules: string;
}

interface Tls {
  readonly certificate: string;
  readonly key: string;
  /** Values of `listen` where plain HTTP is sent on to TLS. */
  readonly redirectListen: readonly string[];
}

const text = { type: 'string' } as const;
const argumentNames = {
  listen: text,
  services: text,
  resolver: { type: 'string', multiple: true },
  'tls-certificate': text,
  'tls-key': text,
  'redirect-listen': text,
  user: text,
  'run-folder': text,
  modules: text,
  out: text,
} as const;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: argumentNames, strict: true }).values;
  } catch (error) {
    const [sentence = ''] = messageOf(error).split(/\. |\n/);
    throw new ConfigurationError(`${sentence.replace(/\.$/, '')}; "help" lists what there is.`);
  }
}

/** @returns such as '127.0.0.1:8080', or both families for a port alone */
function readListen(name: string, value: string): string[] {
  const match = /^(?:(\d{1,3}(?:\.\d{1,3}){3}|\[[\da-fA-F:.]+\]):)?(\d{1,5})$/.exec(value);
  const [, address, port = ''] = match ?? [];
  if (!match || Number(port) < 1 || Number(port) > 65_535) {
    throw new ConfigurationError(
      `--${name} is "${value}", but it must be a port or an address with a port, such as 443 or 127.0.0.1:8080.`,
    );
  }
  return address ? [`${address}:${port}`] : [port, `[::]:${port}`];
}

function readServices(value: string): string {
  const isAddress = /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value);
  const { origin, href } = new URL(isAddress ? value : 'about:blank');
  if (href === `${origin}/`) return origin;
  throw new ConfigurationError(
    `--services is "${value}", but it must be the address of the embedded services without a path, such as http://127.0.0.1:8080.`,
  );
}

function readResolver(value: string): string {
  const [, v6, v4 = value] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(value) ?? [];
  const family = isIP(v6 ?? v4);
  if (family !== 0) return family === 6 && v6 === undefined ? `[${value}]` : value;
  throw new ConfigurationError(
    `--resolver is "${value}", but it must be the address of a name server, such as 10.0.0.2.`,
  );
}

function readPath(name: string, value: string): string {
  if (value.trim() === '') throw new ConfigurationError(`--${name} needs a path.`);
  return path.resolve(value);
}

function readTls(values: ReturnType<typeof readArguments>, siteUrl: string): Tls | null {
  const { 'tls-certificate': certificate, 'tls-key': key, 'redirect-listen': redirect } = values;
  if (certificate === undefined && key === undefined) {
    if (redirect === undefined) return null;
    throw new ConfigurationError('--redirect-listen needs --tls-certificate and --tls-key.');
  }
  if (certificate === undefined || key === undefined) {
    throw new ConfigurationError('--tls-certificate and --tls-key belong together; give both.');
  }
  if (!siteUrl.startsWith('https:')) {
    throw new ConfigurationError(
      `SITE_URL is ${siteUrl}, but a certificate is given; set SITE_URL to the https address of the site.`,
    );
  }
  return {
    certificate: readPath('tls-certificate', certificate),
    key: readPath('tls-key', key),
    redirectListen: readListen('redirect-listen', redirect ?? '80'),
  };
}

function readUser(value: string): string {
  if (/^[a-z_][\w.-]{0,31}$/i.test(value)) return value;
  throw new ConfigurationError(`--user is "${value}", which cannot name an account.`);
}

/**
 * Reads what was typed after `nginx`, and the settings with it.
 * @param nameServers those of this machine, for where none is named
 * @returns the file to write, or null for the terminal, and what to write
 * @throws ConfigurationError with one sentence
 */
export function readNginxCommand(
  args: readonly string[],
  settings: Settings,
  nameServers: readonly string[],
): { readonly out: string | null; readonly options: NginxOptions } {
  const values = readArguments(args);
  const { siteUrl, upstreams, hsts, trustedProxies } = settings;
  const tls = readTls(values, siteUrl);
  const services = values.services === undefined ? null : readServices(values.services);
  if (services === null && Object.values(upstreams).includes(null)) {
    throw new ConfigurationError(
      'Not every service has an address: set SUBSCRIPTION_URL, MANAGER_URL and STORE_UI_URL, or say with --services where the embedded ones answer (the address of "npm start").',
    );
  }
  const { out, user, 'run-folder': runFolder } = values;
  return {
    out: out === undefined ? null : readPath('out', out),
    options: {
      siteDir: path.resolve(settings.siteDir),
      siteUrl,
      hsts,
      trustedProxies,
      upstreams,
      services,
      resolvers: (values.resolver ?? nameServers).map(readResolver),
      timeLimits: upstreamTimeLimits,
      listen: readListen('listen', values.listen ?? (tls ? '443' : '8080')),
      tls,
      user: user === undefined ? null : readUser(user),
      runFolder: runFolder === undefined ? null : readPath('run-folder', runFolder),
      modules: readPath('modules', values.modules ?? '/usr/lib/nginx/modules'),
    },
  };
}
