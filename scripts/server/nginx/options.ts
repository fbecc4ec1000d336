import { isIP } from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { origin, type Settings } from '../../environment';
import { optionsOf } from '../../release/arguments';
import { UsageError } from '../../release/refusal';
import { upstreamTimeLimits } from '../../services/server-options';

/** Everything that the configuration says, already checked. */
export type NginxOptions = ReturnType<typeof readNginxCommand>['options'];

/** @returns such as '127.0.0.1:8080', or both families for a port alone; null for anything else */
function listenValues(value: string): string[] | null {
  const match = /^(?:(\d{1,3}(?:\.\d{1,3}){3}|\[[\da-fA-F:.]+\]):)?(\d{1,5})$/.exec(value);
  const [, address, port = ''] = match ?? [];
  if (!match || Number(port) < 1 || Number(port) > 65_535) return null;
  return address ? [`${address}:${port}`] : [port, `[::]:${port}`];
}

function nameServer(value: string): string | null {
  const [, v6, v4 = value] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(value) ?? [];
  const family = isIP(v6 ?? v4);
  if (family === 0) return null;
  return family === 6 && v6 === undefined ? `[${value}]` : value;
}

/** @param parse gives null for a value that does not fit */
const word = <T>(parse: (value: string) => T | null, needed: string) =>
  v.pipe(
    v.string(),
    v.transform(parse),
    v.custom<T>((parsed) => parsed !== null, needed),
  );
const ports = word(listenValues, 'a port or an address with a port, such as 443 or 127.0.0.1:8080');
const place = word((value) => (value.trim() === '' ? null : path.resolve(value)), 'a path');
const originOf = (value: string) => (v.is(origin, value) ? new URL(value).origin : null);
const account = (value: string) => (/^[a-z_][\w.-]{0,31}$/i.test(value) ? value : null);
const services =
  'the address of the embedded services without a path, such as http://127.0.0.1:8080';

/** What was typed. */
const words = v.object({
  resolver: v.array(word(nameServer, 'the address of a name server, such as 10.0.0.2')),
  services: v.nullish(word(originOf, services), null),
  user: v.nullish(word(account, 'the name of an account'), null),
  ...{ listen: ports, redirectListen: ports, modules: place },
  ...{ tlsCertificate: v.nullish(place, null), tlsKey: v.nullish(place, null) },
  ...{ runFolder: v.nullish(place, null), out: v.nullish(place, null) },
});

function readTls(values: v.InferOutput<typeof words>, siteUrl: string) {
  const { tlsCertificate: certificate, tlsKey: key, redirectListen } = values;
  if (certificate === null && key === null) return null;
  if (certificate === null || key === null) {
    throw new UsageError('--tls-certificate and --tls-key belong together; give both.');
  }
  if (!siteUrl.startsWith('https:')) {
    throw new UsageError(
      `SITE_URL is ${siteUrl}, but a certificate is given; set SITE_URL to the https address of the site.`,
    );
  }
  // Plain HTTP is sent on to TLS.
  return { certificate, key, redirectListen };
}

/**
 * Reads what was typed after `nginx`, and the settings with it.
 * @param nameServers those of this machine, for where none is named
 * @param bucket address of the bucket that is the store in place of the folder: what keys are added to
 * @returns the file to write, or null for the terminal, and what to write
 * @throws UsageError with one sentence
 */
export function readNginxCommand(
  args: readonly string[],
  { siteUrl, siteDir, upstreams, hsts, trustedProxies }: Settings,
  nameServers: readonly string[],
  bucket: string | null,
) {
  const given = optionsOf('nginx', args);
  const isTls = given['tlsCertificate'] !== undefined || given['tlsKey'] !== undefined;
  if (!isTls && given['redirectListen'] !== undefined) {
    throw new UsageError('--redirect-listen needs --tls-certificate and --tls-key.');
  }
  const defaults = {
    resolver: nameServers,
    listen: isTls ? '443' : '8080',
    redirectListen: '80',
    modules: '/usr/lib/nginx/modules',
  };
  const parsed = v.safeParse(words, { ...defaults, ...given }, { abortEarly: true });
  if (!parsed.success) {
    const { path: at = [], message } = parsed.issues[0];
    const value = String(at.at(-1)?.value);
    const name = String(at[0]?.key).replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(`--${name} is "${value}", but it must be ${message}.`);
  }
  const { resolver: resolvers, services, listen, user, modules, out } = parsed.output;
  if (services === null && Object.values(upstreams).includes(null)) {
    throw new UsageError(
      'Not every service has an address: set SUBSCRIPTION_URL, MANAGER_URL and STORE_UI_URL, or say with --services where the embedded ones answer (the address of "npm start").',
    );
  }
  return {
    out,
    options: {
      ...{ siteUrl, hsts, trustedProxies, upstreams, resolvers, listen, modules, bucket },
      siteDir: path.resolve(siteDir),
      /** Origin of the embedded services, for what has no upstream of its own. */
      services,
      /** Milliseconds until each real service's answer has to have begun. */
      timeLimits: upstreamTimeLimits,
      tls: readTls(parsed.output, siteUrl),
      /** Account of the workers, and folder for nginx's own files; null: as nginx was built. */
      ...{ user, runFolder: parsed.output.runFolder },
    },
  };
}
