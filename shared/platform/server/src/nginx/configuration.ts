import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import Mustache from 'mustache';
import { site } from '@composed/apps/shared-packages';
import { callsPrefix } from '@composed/contracts/composer';
import { telemetryLimit, telemetryPath } from '@composed/contracts/telemetry';
import { UsageError } from '@composed/command/errors';
import { isLocal } from '@composed/command/environment';
import { percentileCookie, percentileCookieName, crawlers } from '@composed/http/cookies/canary';
import {
  activeFile,
  activeFilePolicy,
  cookieCacheControl,
  headersOf,
  plainHeaders,
  transportOf,
  unindexedHeaders,
  type Headers,
} from '@composed/contracts/headers';
import { mediaTypes } from '@composed/contracts/media-types';
import { maxPathLength, ownEndings, pageNameBeside } from '@composed/contracts/url-routing';
import { unreadPages } from '@composed/http/answers/refusal';
import { xsrfCookie, xsrfCookieName } from '@composed/http/cookies/xsrf';
import {
  callBodyLimit,
  connectTimeLimit,
  embeddedTimeLimit,
  ownCookiesBeside,
  originHeaders,
  withheldHeaders,
} from '@composed/http/calls/server-options';
import { isText, textFile } from '@composed/release/store/compress';
import type { ServiceCall } from '@composed/http/services/site-services';
import type { NginxOptions } from './options';

/** A Mustache template of this folder. */
const read = (name: string) => readFileSync(path.join(import.meta.dirname, `${name}.conf`), 'utf8');

/**
 * A foreign text for quotation marks, which nginx reads back unchanged.
 * @throws UsageError for a text with a variable or a line end
 */
function quotable(value: string): string {
  if (/[$\p{Cc}]/u.test(value)) {
    throw new UsageError(
      `${JSON.stringify(value)} cannot stand in an nginx configuration, where "$" and control characters mean something else; use another name.`,
    );
  }
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** Media types worth compressing; nginx adds HTML by itself. */
const textTypes = Object.entries(mediaTypes).flatMap(([ending, type]) => {
  const [name = ''] = type.split(';');
  return isText(`.${ending}`) && name !== 'text/html' ? [name] : [];
});

/** A regular expression for exactly this text. */
function literal(text: string): string {
  return text.replaceAll(/[^\w/&=-]/g, '\\$&');
}

/** Headers, and apart from them the value of Cache-Control. */
function headerValues({ 'Cache-Control': cacheControl = '', ...others }: Headers) {
  const headers = Object.entries(others).map(([name, value]) => ({ name, value: quotable(value) }));
  return { headers, cacheControl };
}

/** A web address in parts without variables. nginx asks name servers, which do not know `localhost`. */
function addressParts(address: string) {
  const { protocol, hostname, host, port, pathname } = new URL(address);
  const name = hostname === 'localhost' ? '127.0.0.1' : hostname;
  return {
    origin: `${protocol}//${name}${port && `:${port}`}`,
    host,
    hostname,
    path: pathname.replace(/\/$/, '').replaceAll('$', '%24'),
  };
}

/** The time limits of a service. */
const limitsOf = (timeLimit: number) => ({
  connectLimit: `${Math.min(timeLimit, connectTimeLimit)}ms`,
  timeLimit: `${timeLimit}ms`,
});

/** Values for the location of one call to a service. */
function callValues({ service, path: callPath, method }: ServiceCall, options: NginxOptions) {
  const upstream = options.upstreams[service] ?? null;
  const address = addressParts(upstream ?? options.services ?? 'http://127.0.0.1');
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
  return {
    ...address,
    ...limitsOf(options.timeLimits[service] ?? embeddedTimeLimit),
    service,
    allow: methods.join(', '),
    methods: methods.join('|'),
    host: upstream === null ? '$http_host' : `"${address.host}"`,
    cookies: upstream === null ? '$http_cookie' : '$cookies_of_others',
    path: callPath,
    target: `${address.path}${callPath}`,
  };
}

/** Values for telemetry that pages send as they are left: the collector may not know whose visit it was. */
const telemetryValues = (options: NginxOptions) => ({
  ...callValues({ service: 'telemetry', path: telemetryPath, method: 'POST' }, options),
  ...{ cookies: '""', bodyLimit: telemetryLimit },
});

/** Values for the location of calls to `/api/<app>/`. */
const apiValues = ([service, address]: readonly [string, string]) => ({
  ...addressParts(address),
  ...limitsOf(embeddedTimeLimit),
  ...{ service, allow: '', cookies: '$cookies_of_others' },
  host: `"${new URL(address).host}"`,
  prefix: `${callsPrefix}/${service}`,
});

/** Headers that some store sends with an object. nginx sets the first of them itself. */
const storeHeaders = [
  ...Object.keys(headersOf('page', { transport: 'host', preview: true })),
  ...['Vary', 'Expires', 'Set-Cookie', 'Via', 'X-Cache', 'X-Xss-Protection', 'X-Rgw-Object-Type'],
  ...['X-Amz-Id-2', 'X-Amz-Request-Id', 'X-Amz-Version-Id', 'X-Amz-Bucket-Region'],
  ...['X-Amz-Storage-Class', 'X-Amz-Expiration', 'X-Amz-Replication-Status'],
  ...['X-Amz-Server-Side-Encryption', 'X-Amz-Missing-Meta', 'X-Amz-Tagging-Count'],
];

/** Values for the sign-in: one address that redirects, or the embedded one under the site's own origin. */
function signInValues(options: NginxOptions) {
  const { backEnd, upstreams, services, servers, siteUrl } = options;
  const { signIn } = backEnd;
  if (!signIn) return {};
  const { prefixes, redirect } = signIn;
  const signInPattern = `^(?:${prefixes.join('|')})(?:/|\\z)`;
  const address = upstreams[signIn.service] ?? null;
  const base = address ?? siteUrl;
  return {
    signInPattern,
    notOfServices: `(?!(?:${['/api', ...prefixes].join('|')})(?:/|\\?|\\z))`,
    embeddedSignIn: address === null && {
      ...callValues({ service: 'sign-in', path: '', method: 'GET' }, options),
      allow: '',
    },
    signIn: address === null && servers.length > 0 && services && addressParts(services),
    redirect: {
      path: redirect.path,
      pattern: `${literal(redirect.path)}\\?(?:${redirect.queries.map(literal).join('|')})`,
      target: new URL(base).origin + addressParts(base).path + redirect.target,
      folder: literal(`/${redirect.path.split('/')[1] ?? ''}`),
    },
  };
}

function pageValues({ siteUrl, hsts }: NginxOptions) {
  const transport = transportOf(siteUrl, hsts);
  const live = { transport, preview: false };
  const secure = transport !== null;
  return {
    xsrfCookie: xsrfCookie('$request_id', secure),
    xsrfCookieName,
    percentileCookie: percentileCookie('$new_percentile', secure),
    percentileCookieName: percentileCookieName(secure),
    crawlers,
    cookieCacheControl,
    activeFile: activeFile.source.replace('$', '\\z'),
    textFile: textFile.source.replace('$', '\\z'),
    activeFilePolicy,
    robots: unindexedHeaders['X-Robots-Tag'] ?? '',
    pageName: pageNameBeside(site.services),
    overlong: maxPathLength + 1,
    tooLargePage: unreadPages(site)[431],
    segment: '[\\w-][\\w.-]*',
    // Compressed copies and pages have no address of their own.
    noCopy: `(?i:${ownEndings.map((ending) => `(?<!\\.${ending})`).join('')})`,
    page: headerValues(headersOf('page', live)),
    asset: headerValues(headersOf('asset', live)),
    rootFile: headerValues(headersOf('root-file', live)),
    plainHeaders: headerValues(plainHeaders).headers,
  };
}

function resolversFor(used: readonly (string | null)[], { resolvers }: NginxOptions): string {
  const names = used.flatMap((address) => {
    const name = address === null ? '' : new URL(addressParts(address).origin).hostname;
    return name === '' || isIP(name.replace(/^\[|\]$/g, '')) ? [] : [name];
  });
  if (names[0] !== undefined && resolvers.length === 0) {
    throw new UsageError(
      `nginx needs a name server to find ${names[0]}; say which with --resolver, such as --resolver 10.0.0.2.`,
    );
  }
  return names.length === 0 ? '' : resolvers.join(' ');
}

/**
 * A complete configuration for nginx that serves a store and hands calls on, as ../serve does. Pure.
 * @throws UsageError when a value cannot stand in a configuration
 */
export function nginxConfiguration(options: NginxOptions): string {
  const { siteUrl, previewUrl, siteDir, tls, backEnd, upstreams, services, listen, bucket } =
    options;
  const { host, hostname } = new URL(siteUrl);
  const previewHost = previewUrl === null ? null : new URL(previewUrl).hostname;
  const called = new Set([
    ...backEnd.calls.map(({ service }) => upstreams[service] ?? null),
    ...Object.values(options.apiUrls),
  ]);
  // nginx itself finds the servers of a group, when it starts.
  const used = options.servers.length > 0 ? [] : [...called, services, bucket];
  const values = {
    modules: quotable(options.modules),
    user: quotable(options.user ?? ''),
    runFolder: quotable(options.runFolder ?? ''),
    cache: options.runFolder === null ? '/var/cache/nginx-' : `${quotable(options.runFolder)}/`,
    site: quotable(siteDir),
    siteUrl,
    hostnames: [...new Set([hostname, ...(previewHost === null ? [] : [previewHost])])].join(' '),
    previewUrl,
    hidesPreviews: previewUrl === null && !isLocal(siteUrl),
    previewOnly: previewHost !== null && previewHost !== hostname,
    previewPattern: previewHost !== null && literal(previewHost),
    types: Object.entries(mediaTypes).map(([ending, type]) => ({ ending, type })),
    textTypes: textTypes.join(' '),
    trustedProxies: options.trustedProxies,
    resolvers: resolversFor(used, options),
    listen,
    keepAliveSeconds: options.keepAliveSeconds,
    tls: tls && { ...tls, certificate: quotable(tls.certificate), key: quotable(tls.key) },
    https: used.some((address) => address?.startsWith('https:')),
    ...{ bodyLimit: callBodyLimit, withheldHeaders, originHeaders, storeHeaders },
    siteName: hostname,
    forwardedHost: isLocal(siteUrl) ? '$http_host' : `"${host}"`,
    forwardedPreview: previewUrl !== null && new URL(previewUrl).host,
    servers: options.servers.map((address) => new URL(address).host),
    isForwarding: [...called].some((address) => address !== null),
    ownCookies: ownCookiesBeside(backEnd.cookies),
    apis: Object.entries(options.apiUrls).map(apiValues),
    calls: [
      ...backEnd.calls.map((call) => callValues(call, options)),
      ...(services === null ? [] : [telemetryValues(options)]),
    ],
    ...signInValues(options),
    ...pageValues(options),
    bucket: bucket && addressParts(bucket),
    nothing: bucket ? site.texts.unavailable : site.texts.notYet,
  };
  return Mustache.render(read('site'), values, read, { escape: String });
}
