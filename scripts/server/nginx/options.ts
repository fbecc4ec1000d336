import path from 'node:path';
import { type Settings, UsageError } from '../../environment';
import { readNginxOptions } from '../../release/arguments';
import { parseListen, parseNameServer } from '../../release/typed-values';
import { upstreamTimeLimits } from '../../services/server-options';

/** Everything that the configuration says, already checked. */
export type NginxOptions = ReturnType<typeof readNginxCommand>['options'];

function readTls(given: ReturnType<typeof readNginxOptions>, siteUrl: string) {
  const { tlsCertificate: certificate, tlsKey: key, redirectListen } = given;
  if (certificate === undefined && key === undefined) {
    if (redirectListen === undefined) return null;
    throw new UsageError('--redirect-listen needs --tls-certificate and --tls-key.');
  }
  if (certificate === undefined || key === undefined) {
    throw new UsageError('--tls-certificate and --tls-key belong together; give both.');
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
 * Reads what was typed after `nginx`, and the settings with it.
 * @param nameServers those of this machine, for where none is named
 * @param bucket address of the bucket that is the store in place of the folder: what keys are added to
 * @returns the file to write, or undefined for the terminal, and what to write
 * @throws UsageError with one sentence
 */
export function readNginxCommand(
  args: readonly string[],
  { siteUrl, previewUrl, siteDir, upstreams, hsts, trustedProxies }: Settings,
  nameServers: readonly string[],
  bucket: string | null,
) {
  const given = readNginxOptions(args);
  const tls = readTls(given, siteUrl);
  const { out, resolver, services = null, listen = parseListen(tls ? '443' : '8080') } = given;
  const { user = null, runFolder = null, modules, server: servers = [] } = given;
  const resolvers = resolver ?? nameServers.map(parseNameServer);
  if (services === null && servers.length === 0 && Object.values(upstreams).includes(null)) {
    throw new UsageError(
      'Not every service has an address: set SUBSCRIPTION_URL, MANAGER_URL and STORE_UI_URL, say with --services where the embedded ones answer (the address of "npm start"), or with --server who serves everything.',
    );
  }
  return {
    out,
    options: {
      ...{
        siteUrl,
        previewUrl,
        hsts,
        trustedProxies,
        upstreams,
        resolvers,
        listen,
        modules,
        bucket,
        servers,
      },
      siteDir: path.resolve(siteDir),
      /** Origin of the embedded services, for what has no upstream of its own. */
      services,
      /** Milliseconds until each real service's answer has to have begun. */
      timeLimits: upstreamTimeLimits,
      tls,
      /** Account of the workers, and folder for nginx's own files; null: as nginx was built. */
      ...{ user, runFolder },
    },
  };
}
