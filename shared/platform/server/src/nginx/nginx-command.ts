import path from 'node:path';
import { Command } from '@commander-js/extra-typings';
import * as v from 'valibot';
import { UsageError } from '@composed/command/errors';
import { origin, type Environment } from '@composed/command/environment';
import {
  createTextParser,
  parsePath,
  repeatable,
  createParser,
} from '@composed/command/option-parsers';
import type { SiteServices } from '@composed/http/services/site-services';

const parseServer = createParser(
  v.pipe(origin, v.startsWith('http:')),
  'It takes an address such as http://10.0.0.5:8080, without TLS.',
);
const parseAccount = createTextParser(/^[a-z_][\w.-]{0,31}$/i, 'It takes the name of an account.');

const parseAddressAndPort = createTextParser(
  /^(?:\d{1,3}(?:\.\d{1,3}){3}:|\[[\da-fA-F:.]+\]:)?[1-9]\d{0,4}$/,
  'It takes a port or an address with a port, such as 443 or 127.0.0.1:8080.',
);
/** @returns addresses such as '127.0.0.1:8080'. For a port without an address, all IPv4 and all IPv6 addresses. */
const parseListen = (text: string) => {
  const address = parseAddressAndPort(text);
  return address.includes(':') ? [address] : [address, `[::]:${address}`];
};

export const createNginxCommand = () =>
  new Command('nginx')
    .description('write a complete configuration of nginx for servers of this site')
    .option('--out <file>', 'file to write, instead of the terminal', parsePath)
    .requiredOption(
      '--server <address>',
      'a server that runs "npm start" or "serve", with the same SITE_URL and TRUSTED_PROXIES for this nginx; repeatable. If the store is a folder, nginx itself sends live pages and files of releases',
      repeatable(parseServer),
    )
    .option(
      '--services <address>',
      'address of "services", if the servers do not serve the sign-in',
      parseServer,
    )
    .option(
      '--listen <port>',
      'port, or <address>:<port>; default: 8080, or 443 with a certificate',
      parseListen,
    )
    .option('--tls-certificate <file>', 'TLS and HTTP/2 for SITE_URL, with --tls-key', parsePath)
    .option('--tls-key <file>', 'key of the certificate', parsePath)
    .option(
      '--redirect-listen <port>',
      'port that redirects plain HTTP to TLS; default: 80',
      parseListen,
    )
    .option('--user <name>', 'account that the workers run as', parseAccount)
    .option('--run-folder <folder>', 'folder for nginx’s own files', parsePath)
    .option(
      '--modules <folder>',
      'folder with nginx’s modules',
      parsePath,
      '/usr/lib/nginx/modules',
    );
export type NginxFlags = ReturnType<ReturnType<typeof createNginxCommand>['opts']>;

/** Validated values for the configuration. */
export type NginxOptions = ReturnType<typeof readNginxOptions>;

function readTls(flags: NginxFlags, siteUrl: string) {
  const { tlsCertificate: certificate, tlsKey: key, redirectListen } = flags;
  const wantsTls = [certificate, key, redirectListen].some((value) => value !== undefined);
  if (!wantsTls) return null;
  if (certificate === undefined || key === undefined) {
    throw new UsageError(
      '--tls-certificate and --tls-key must be given together, and --redirect-listen needs both.',
    );
  }
  if (!siteUrl.startsWith('https:')) {
    throw new UsageError(
      `SITE_URL is ${siteUrl}, but a certificate is given; set SITE_URL to the https address of the site.`,
    );
  }
  return { certificate, key, redirectListen: redirectListen ?? parseListen('80') };
}

/**
 * Combines the command's options with the environment.
 * @throws UsageError with one sentence when they contradict each other
 */
export function readNginxOptions(
  flags: NginxFlags,
  environment: Environment,
  { signInPrefixes }: Pick<SiteServices, 'signInPrefixes'>,
) {
  const { siteUrl, siteDir, siteStore } = environment;
  const tls = readTls(flags, siteUrl);
  const { listen = parseListen(tls ? '443' : '8080'), modules, server: servers } = flags;
  const { services = null, user = null, runFolder = null } = flags;
  return {
    ...environment,
    /**
     * The folder of the store, from which nginx sends pages and files. Null for a bucket: then the servers send them.
     */
    folder: siteStore === null ? path.resolve(siteDir) : null,
    servers,
    /** The origin of the embedded sign-in, or null when the servers serve it. */
    services,
    signInPrefixes,
    listen,
    tls,
    modules,
    /** The account of the worker processes, or null for nginx's default. */
    user,
    /** The folder for nginx's own files, or null for nginx's default. */
    runFolder,
  };
}
