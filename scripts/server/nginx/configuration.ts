import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { tablesPath } from 'shared/contracts/plans';
import { signalsLimit, signalsPath } from 'shared/contracts/signals';
import { createAccountPath } from 'shared/contracts/sign-up';
import { signInPath } from 'shared/contracts/site-links';
import { bucketCookie, bucketCookieName, crawlers } from '../../http/canary';
import {
  activeFile,
  activeFilePolicy,
  cookieCacheControl,
  headersOf,
  plainHeaders,
  transportOf,
  type Headers,
} from '../../http/headers';
import { mediaTypes } from '../../http/media-types';
import { pages } from '../../http/places';
import { xsrfCookie, xsrfCookieName, xsrfTokenForm } from '../../http/xsrf';
import {
  callBodyLimit,
  connectTimeLimit,
  signInCookies,
  signInPrefixes,
} from '../../services/server-options';
import { ConfigurationError, type NginxOptions } from './options';

/*
 * Fills in site.conf: `{{name}}` is a value, on a line of its own also several lines; the lines between
 * `#if name` and `#else` or `#end` stand where that value is not empty.
 */

type Values = Readonly<Record<string, string | readonly string[]>>;

const template = readFileSync(path.join(import.meta.dirname, 'site.conf'), 'utf8');

function fillIn(values: Values): string {
  const valueOf = (name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`site.conf names ${name}, which has no value.`);
    return value;
  };
  return template
    .replace(
      /^#if (\S+)\n([^]*?)(?:^#else\n([^]*?))?^#end\n/gm,
      (_all, name: string, yes: string, no = '') => (valueOf(name).length > 0 ? yes : String(no)),
    )
    .replace(/^( *)\{\{([\w.]+)\}\}$/gm, (_all, indent: string, name: string) =>
      [valueOf(name)]
        .flat()
        .map((line) => `${indent}${line}`)
        .join('\n'),
    )
    .replace(/\{\{([\w.]+)\}\}/g, (_all, name: string) => String(valueOf(name)));
}

/**
 * Somebody else's text for between two quotation marks, as nginx reads it back unchanged.
 * @throws ConfigurationError for what would become a variable or end the line
 */
function quotable(value: string): string {
  if (/[$\p{Cc}]/u.test(value)) {
    throw new ConfigurationError(
      `${JSON.stringify(value)} cannot stand in an nginx configuration, where "$" and control characters mean something else; use another name.`,
    );
  }
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** A regular expression for exactly this text. */
function literal(text: string): string {
  return text.replaceAll(/[^\w/&=-]/g, '\\$&');
}

/** Lines that add these; what may be kept for long is not said of errors, which caches would keep as well. */
function headerLines(headers: Headers): string[] {
  return Object.entries(headers).map(
    ([name, value]) =>
      `add_header ${name} "${quotable(value)}"${value.includes('max-age') && name === 'Cache-Control' ? '' : ' always'};`,
  );
}

/** A web address in parts that hold no variable. nginx asks name servers, which do not know `localhost`. */
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

function callValues(name: 'subscription' | 'manager', callPath: string, options: NginxOptions) {
  const upstream = options.upstreams[name];
  const address = addressParts(upstream ?? options.services ?? 'http://127.0.0.1');
  const timeLimit = options.timeLimits[name];
  const ownCookies = upstream !== null && options.upstreams.storeUi === null;
  return {
    [`${name}.path`]: callPath,
    [`${name}.origin`]: address.origin,
    [`${name}.host`]: upstream === null ? '$http_host' : `"${address.host}"`,
    [`${name}.name`]: address.hostname,
    [`${name}.cookies`]: ownCookies ? '$cookies_of_others' : '$http_cookie',
    [`${name}.target`]: `${address.path}${callPath}`,
    [`${name}.connectLimit`]: `${Math.min(timeLimit, connectTimeLimit)}ms`,
    [`${name}.timeLimit`]: `${timeLimit}ms`,
  };
}

/** Maps that take the cookies of the embedded sign-in out of the request's, one in each. */
function cookieMaps(): string[] {
  const own = `(?:^|;\\s*)${signInCookies.start}[^;]*`;
  const steps = Array.from({ length: signInCookies.most }, (_, step) => step);
  const before = (step: number) => (step === 0 ? '$http_cookie' : `$cookies_less_${step}`);
  return [
    ...steps.map(
      (step) =>
        `map ${before(step)} $cookies_less_${step + 1} { default ${before(step)}; "~^(?<start_${step}>.*?)${own}(?<end_${step}>.*)\\z" "$\{start_${step}}$\{end_${step}}"; }`,
    ),
    `map ${before(steps.length)} $cookies_of_others { default ${before(steps.length)}; "~^;\\s*(?<kept_cookies>.*)\\z" $kept_cookies; }`,
  ];
}

function redirectValues({ storeUi }: NginxOptions['upstreams']): Values {
  const [redirectPath = '', query = ''] = signInPath.split('?');
  const spellings = [query, query.split('&').reverse().join('&')].map(literal).join('|');
  const base = storeUi === null ? null : addressParts(storeUi);
  return {
    storeUi: base ? `${new URL(storeUi ?? '').origin}${base.path}` : '',
    redirectPath,
    redirectPattern: `${literal(redirectPath)}\\?(?:${spellings})`,
    redirectTarget: query.slice(query.indexOf('&path=') + '&path='.length),
  };
}

function pageValues({ siteUrl, hsts }: NginxOptions): Values {
  const transport = transportOf(siteUrl, hsts);
  const live = { transport, preview: false };
  const preview = { transport, preview: true };
  const always = ['add_header Vary "Accept-Encoding" always;'];
  const { 'Cache-Control': pageCacheControl = '', ...ofPage } = headersOf('page', live);
  const onPages = [
    ...always,
    'add_header Cache-Control $page_cache_control always;',
    // nginx leaves a header with an empty value out.
    'add_header Set-Cookie $new_xsrf_cookie always;',
    'add_header Set-Cookie $new_bucket_cookie always;',
  ];
  const onFiles = [...always, 'add_header Content-Security-Policy $active_file_policy always;'];
  const { 'Cache-Control': _same, ...ofPreview } = headersOf('page', preview);
  const first = (name: string, form: string) =>
    `^(?:(?!\\s*${name}=)[^;]*;)*\\s*${name}=${form}\\s*(?:;|\\z)`;
  return {
    xsrfCookie: xsrfCookie('$request_id', transport !== null),
    xsrfCookiePattern: first(xsrfCookieName, xsrfTokenForm),
    bucketCookie: bucketCookie('$new_bucket', transport !== null),
    bucketCookiePattern: first(bucketCookieName(transport !== null), '(?<bucket_digits>\\d\\d)'),
    crawlers,
    cookieCacheControl,
    pageCacheControl,
    activeFile: activeFile.source.replace('$', '\\z'),
    activeFilePolicy,
    pageNames: Object.keys(pages)
      .map((address) => address.slice(1))
      .filter(Boolean)
      .join('|'),
    segment: '[\\w-][\\w.-]*',
    // Compressed copies and pages have no address of their own.
    noCopy: '(?<!\\.br)(?<!\\.gz)(?<!\\.html)',
    pageHeaders: [...headerLines(ofPage), ...onPages],
    previewPageHeaders: [...headerLines(ofPreview), ...onPages],
    assetHeaders: [...headerLines(headersOf('asset', live)), ...onFiles],
    fileHeaders: [...headerLines(headersOf('root-file', live)), ...onFiles],
    previewFileHeaders: [...headerLines(headersOf('root-file', preview)), ...onFiles],
    plainHeaders: headerLines(plainHeaders),
  };
}

function resolversFor({ upstreams, services, resolvers }: NginxOptions): string {
  const used = [upstreams.subscription, upstreams.manager, services];
  const names = used.flatMap((address) => {
    const name = address === null ? '' : new URL(addressParts(address).origin).hostname;
    return name === '' || isIP(name.replace(/^\[|\]$/g, '')) ? [] : [name];
  });
  if (names[0] !== undefined && resolvers.length === 0) {
    throw new ConfigurationError(
      `nginx needs a name server to find ${names[0]}; say which with --resolver, such as --resolver 10.0.0.2.`,
    );
  }
  return names.length === 0 ? '' : resolvers.join(' ');
}

/**
 * A complete configuration for nginx that serves a store and hands calls on, as ../server does. Pure.
 * @throws ConfigurationError when a value cannot stand in a configuration
 */
export function nginxConfiguration(options: NginxOptions): string {
  const { siteUrl, siteDir, tls, upstreams, services, listen } = options;
  const embedded = services === null ? null : addressParts(services);
  const isForwarding = upstreams.subscription !== null || upstreams.manager !== null;
  const used = [upstreams.subscription, upstreams.manager, services];
  return fillIn({
    modules: quotable(options.modules),
    user: quotable(options.user ?? ''),
    runFolder: quotable(options.runFolder ?? ''),
    site: quotable(siteDir),
    siteUrl,
    hostname: new URL(siteUrl).hostname,
    types: Object.entries(mediaTypes).map(([ending, type]) => `"${type}" ${ending};`),
    trustedProxies: options.trustedProxies.map((proxy) => `set_real_ip_from ${proxy};`),
    resolvers: resolversFor(options),
    listen: listen.map((address) => `listen ${address}${tls ? ' ssl http2' : ''};`),
    tls: tls ? 'yes' : '',
    certificate: quotable(tls?.certificate ?? ''),
    key: quotable(tls?.key ?? ''),
    redirectListen: (tls?.redirectListen ?? []).map((address) => `listen ${address};`),
    https: used.some((address) => address?.startsWith('https:')) ? 'yes' : '',
    bodyLimit: String(callBodyLimit),
    ...{ signalsPath, signalsLimit: String(signalsLimit) },
    services: embedded?.origin ?? '',
    servicesName: embedded?.hostname ?? '',
    signInPattern: `^(?:${signInPrefixes.join('|')})(?:/|\\z)`,
    cookiesOfOthers: isForwarding && upstreams.storeUi === null ? cookieMaps() : '',
    ...callValues('subscription', tablesPath, options),
    ...callValues('manager', createAccountPath, options),
    ...redirectValues(upstreams),
    ...pageValues(options),
  });
}
