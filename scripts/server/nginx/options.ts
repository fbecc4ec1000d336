import { isIP } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Settings, Upstreams } from '../../environment';
import { messageOf } from '../../release/reports/format';
import { upstreamTimeLimits } from '../../services/server-options';

/** A value that no nginx configuration can hold. The message is one sentence. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Everything that the configuration says, already checked. */
export interface NginxOptions extends Pick<Settings, 'siteUrl' | 'hsts' | 'trustedProxies'> {
  /** Absolute path of the store. */
  readonly siteDir: string;
  /** Address of the bucket that is the store in place of that folder: what keys are added to. */
  readonly bucket: string | null;
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
  resolver: { type: 'string', multiple: true },
  ...{ listen: text, services: text },
  ...{ 'tls-certificate': text, 'tls-key': text, 'redirect-listen': text },
  ...{ user: text, 'run-folder': text, modules: text, out: text },
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
function listenValues(value: string): string[] | null {
  const match = /^(?:(\d{1,3}(?:\.\d{1,3}){3}|\[[\da-fA-F:.]+\]):)?(\d{1,5})$/.exec(value);
  const [, address, port = ''] = match ?? [];
  if (!match || Number(port) < 1 || Number(port) > 65_535) return null;
  return address ? [`${address}:${port}`] : [port, `[::]:${port}`];
}

function originOf(value: string): string | null {
  const isAddress = /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value);
  const { origin, href } = new URL(isAddress ? value : 'about:blank');
  return href === `${origin}/` ? origin : null;
}

function nameServer(value: string): string | null {
  const [, v6, v4 = value] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(value) ?? [];
  const family = isIP(v6 ?? v4);
  if (family === 0) return null;
  return family === 6 && v6 === undefined ? `[${value}]` : value;
}

const place = (value: string) => (value.trim() === '' ? null : path.resolve(value));
const account = (value: string) => (/^[a-z_][\w.-]{0,31}$/i.test(value) ? value : null);

const advice = {
  ports: 'a port or an address with a port, such as 443 or 127.0.0.1:8080',
  origin: 'the address of the embedded services without a path, such as http://127.0.0.1:8080',
  nameServer: 'the address of a name server, such as 10.0.0.2',
  place: 'a path',
  account: 'the name of an account',
};

/** @param parse gives null for a value that does not fit */
function read<T>(
  name: string,
  value: string,
  parse: (value: string) => T | null,
  needed: string,
): T {
  const parsed = parse(value);
  if (parsed !== null) return parsed;
  throw new ConfigurationError(`--${name} is "${value}", but it must be ${needed}.`);
}

function readPlace(name: string, value: string | undefined): string | null {
  return value === undefined ? null : read(name, value, place, advice.place);
}

function readTls(values: ReturnType<typeof readArguments>, siteUrl: string): Tls | null {
  const certificate = readPlace('tls-certificate', values['tls-certificate']);
  const key = readPlace('tls-key', values['tls-key']);
  const redirect = values['redirect-listen'];
  if (certificate === null && key === null) {
    if (redirect === undefined) return null;
    throw new ConfigurationError('--redirect-listen needs --tls-certificate and --tls-key.');
  }
  if (certificate === null || key === null) {
    throw new ConfigurationError('--tls-certificate and --tls-key belong together; give both.');
  }
  if (!siteUrl.startsWith('https:')) {
    throw new ConfigurationError(
      `SITE_URL is ${siteUrl}, but a certificate is given; set SITE_URL to the https address of the site.`,
    );
  }
  const redirectListen = read('redirect-listen', redirect ?? '80', listenValues, advice.ports);
  return { certificate, key, redirectListen };
}

/**
 * Reads what was typed after `nginx`, and the settings with it.
 * @param nameServers those of this machine, for where none is named
 * @returns the file to write, or null for the terminal, and what to write
 * @throws ConfigurationError with one sentence
 */
export function readNginxCommand(
  args: readonly string[],
  { siteUrl, siteDir, upstreams, hsts, trustedProxies }: Settings,
  nameServers: readonly string[],
): { readonly out: string | null; readonly options: NginxOptions } {
  const values = readArguments(args);
  const tls = readTls(values, siteUrl);
  const services =
    values.services === undefined
      ? null
      : read('services', values.services, originOf, advice.origin);
  if (services === null && Object.values(upstreams).includes(null)) {
    throw new ConfigurationError(
      'Not every service has an address: set SUBSCRIPTION_URL, MANAGER_URL and STORE_UI_URL, or say with --services where the embedded ones answer (the address of "npm start").',
    );
  }
  return {
    out: readPlace('out', values.out),
    options: {
      bucket: null,
      ...{ siteDir: path.resolve(siteDir), siteUrl, hsts, trustedProxies, upstreams, services },
      resolvers: (values.resolver ?? nameServers).map((value) =>
        read('resolver', value, nameServer, advice.nameServer),
      ),
      timeLimits: upstreamTimeLimits,
      listen: read('listen', values.listen ?? (tls ? '443' : '8080'), listenValues, advice.ports),
      tls,
      user: values.user === undefined ? null : read('user', values.user, account, advice.account),
      runFolder: readPlace('run-folder', values['run-folder']),
      modules: readPlace('modules', values.modules ?? '/usr/lib/nginx/modules') ?? '',
    },
  };
}
