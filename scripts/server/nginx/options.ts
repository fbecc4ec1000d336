import path from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../../release/reports/format';
import { upstreamTimeLimits } from '../../services/addresses';
import type { Settings, Upstreams } from '../../environment';
import { ConfigurationError } from './text';

/** Everything that the configuration says, already checked. */
export interface NginxOptions {
  /** Absolute path of the store. */
  readonly siteDir: string;
  /** Public origin, without a trailing slash. */
  readonly siteUrl: string;
  readonly upstreams: Upstreams;
  /** Origin of the embedded services, for what has no upstream of its own. */
  readonly services: string | null;
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

export interface Tls {
  readonly certificate: string;
  readonly key: string;
  /** Values of `listen` where plain HTTP is sent on to TLS. */
  readonly redirectListen: readonly string[];
}

/** The file to write, or null for the terminal, with what to write. */
export interface NginxCommand {
  readonly out: string | null;
  readonly options: NginxOptions;
}

const words = {
  listen: { type: 'string' },
  services: { type: 'string' },
  'tls-certificate': { type: 'string' },
  'tls-key': { type: 'string' },
  'redirect-listen': { type: 'string' },
  user: { type: 'string' },
  'run-folder': { type: 'string' },
  modules: { type: 'string' },
  out: { type: 'string' },
} as const;

function readWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: words, strict: true }).values;
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

function readOrigin(value: string): string {
  const isAddress = /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value);
  const { origin, href } = new URL(isAddress ? value : 'about:blank');
  if (href !== `${origin}/`) {
    throw new ConfigurationError(
      `--services is "${value}", but it must be the address of the embedded services without a path, such as http://127.0.0.1:8080.`,
    );
  }
  return origin;
}

function readFolder(name: string, value: string): string {
  if (value.trim() === '') throw new ConfigurationError(`--${name} needs a path.`);
  return path.resolve(value);
}

function readTls(values: ReturnType<typeof readWords>, siteUrl: string): Tls | null {
  const { 'tls-certificate': certificate, 'tls-key': key } = values;
  const redirect = values['redirect-listen'];
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
    certificate: readFolder('tls-certificate', certificate),
    key: readFolder('tls-key', key),
    redirectListen: readListen('redirect-listen', redirect ?? '80'),
  };
}

function readUser(value: string): string {
  if (/^[a-z_][\w.-]{0,31}$/i.test(value)) return value;
  throw new ConfigurationError(`--user is "${value}", which cannot name an account.`);
}

/**
 * Reads what was typed after `nginx`, and the settings with it.
 * @throws ConfigurationError with one sentence
 */
export function readNginxCommand(args: readonly string[], settings: Settings): NginxCommand {
  const values = readWords(args);
  const { siteUrl, upstreams } = settings;
  const tls = readTls(values, siteUrl);
  const services = values.services === undefined ? null : readOrigin(values.services);
  if (services === null && Object.values(upstreams).includes(null)) {
    throw new ConfigurationError(
      'Not every service has an address: set SUBSCRIPTION_URL, MANAGER_URL and STORE_UI_URL, or say with --services where the embedded ones answer (the address of "npm start").',
    );
  }
  return {
    out: values.out === undefined ? null : readFolder('out', values.out),
    options: {
      siteDir: path.resolve(settings.siteDir),
      siteUrl,
      upstreams,
      services,
      timeLimits: upstreamTimeLimits,
      listen: readListen('listen', values.listen ?? (tls ? '443' : '8080')),
      tls,
      user: values.user === undefined ? null : readUser(values.user),
      runFolder:
        values['run-folder'] === undefined ? null : readFolder('run-folder', values['run-folder']),
      modules: readFolder('modules', values.modules ?? '/usr/lib/nginx/modules'),
    },
  };
}
