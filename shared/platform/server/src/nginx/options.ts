import { isIP } from 'node:net';
import path from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import * as v from 'valibot';
import { UsageError } from '@composed/command/errors';
import { origin, type Settings } from '@composed/command/environment';
import { matching, parsePath, repeatable, typed } from '@composed/release/cli/option-parsers';
import type { BackEnd } from '@composed/http/services/site-services';

const parseServices = typed(
  origin,
  'It takes an address such as http://127.0.0.1:8080, without a path.',
);
const parseServer = typed(
  v.pipe(origin, v.startsWith('http:')),
  'It takes an address such as http://10.0.0.5:8080, without TLS.',
);
const parseAccount = matching(/^[a-z_][\w.-]{0,31}$/i, 'It takes the name of an account.');

const parseAddressAndPort = matching(
  /^(?:\d{1,3}(?:\.\d{1,3}){3}:|\[[\da-fA-F:.]+\]:)?[1-9]\d{0,4}$/,
  'It takes a port or an address with a port, such as 443 or 127.0.0.1:8080.',
);
/** @returns such as '127.0.0.1:8080', or both families for a port alone */
const parseListen = (text: string) => {
  const place = parseAddressAndPort(text);
  return place.includes(':') ? [place] : [place, `[::]:${place}`];
};

function parseNameServer(text: string): string {
  const [, v6, v4 = text] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  const family = isIP(v6 ?? v4);
  if (family > 0) return family === 6 && v6 === undefined ? `[${text}]` : text;
  throw new InvalidArgumentError('It takes the address of a name server, such as 10.0.0.2.');
}

/** 'A, B and C'. */
const inWords = ({ variables }: BackEnd) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(Object.values(variables));

/** The command `npm run release -- nginx`. */
export const nginxCommand = (backEnd: BackEnd) =>
  new Command('nginx')
    .description('write a complete configuration of nginx for this store and its services')
    .option('--out <file>', 'file to write, in place of the terminal', parsePath)
    .option(
      '--services <address>',
      `where "npm start" answers, for services without an address of their own (${inWords(backEnd)}); with --server the sign-in alone`.replace(
        ' ()',
        '',
      ),
      parseServices,
    )
    .option(
      '--server <address>',
      'a server that runs "serve" and answers everything behind nginx; repeatable',
      repeatable(parseServer),
    )
    .option(
      '--resolver <address>',
      'address of a name server; repeatable',
      repeatable(parseNameServer),
    )
    .option(
      '--listen <port>',
      'port, or <address>:<port>, in place of 8080, or of 443 with a certificate',
      parseListen,
    )
    .option('--tls-certificate <file>', 'TLS and HTTP/2 for SITE_URL, with --tls-key', parsePath)
    .option('--tls-key <file>', 'key of the certificate', parsePath)
    .option(
      '--redirect-listen <port>',
      'port where plain HTTP is sent on to TLS, in place of 80',
      parseListen,
    )
    .option('--user <name>', 'account that the workers run as', parseAccount)
    .option('--run-folder <folder>', 'folder of its own files', parsePath)
    .option('--modules <folder>', 'folder of its modules', parsePath, '/usr/lib/nginx/modules');
export type NginxFlags = ReturnType<ReturnType<typeof nginxCommand>['opts']>;

/** Values of the configuration, already checked. */
export type NginxOptions = ReturnType<typeof readNginxOptions>;

function readTls(flags: NginxFlags, siteUrl: string) {
  const { tlsCertificate: certificate, tlsKey: key, redirectListen } = flags;
  const isAsked = [certificate, key, redirectListen].some((value) => value !== undefined);
  if (!isAsked) return null;
  if (certificate === undefined || key === undefined) {
    throw new UsageError(
      '--tls-certificate and --tls-key belong together, and --redirect-listen to both; give both.',
    );
  }
  if (!siteUrl.startsWith('https:')) {
    throw new UsageError(
      `SITE_URL is ${siteUrl}, but a certificate is given; set SITE_URL to the https address of the site.`,
    );
  }
  // Plain HTTP is sent on to TLS.
  return { certificate, key, redirectListen: redirectListen ?? parseListen('80') };
}

/**
 * Values of the configuration, from typed options and settings.
 * @param nameServers of this machine, in place of --resolver
 * @param bucket address of the bucket that is the store in place of the folder
 * @throws UsageError with one sentence
 */
export function readNginxOptions(
  flags: NginxFlags,
  settings: Settings,
  nameServers: readonly string[],
  bucket: string | null,
  backEnd: BackEnd,
) {
  const { siteUrl, siteDir, upstreams } = settings;
  const tls = readTls(flags, siteUrl);
  const { resolver, services = null, listen = parseListen(tls ? '443' : '8080') } = flags;
  const { user = null, runFolder = null, modules, server: servers = [] } = flags;
  const resolvers = resolver ?? nameServers.map(parseNameServer);
  if (services === null && servers.length === 0 && Object.values(upstreams).includes(null)) {
    throw new UsageError(
      `Not every service has an address: ${Object.keys(backEnd.variables).length > 0 ? `set ${inWords(backEnd)}, ` : ''}say with --services where the embedded ones answer (the address of "npm start"), or with --server who serves everything.`,
    );
  }
  return {
    ...settings,
    siteDir: path.resolve(siteDir),
    ...{ resolvers, listen, modules, bucket, servers, backEnd },
    /** Origin of the embedded services, for calls without an upstream. */
    services,
    timeLimits: backEnd.timeLimits,
    tls,
    /** Account of the workers, and folder for nginx's own files; null: as nginx was built. */
    ...{ user, runFolder },
  };
}
