import { readFileSync } from 'node:fs';
import path from 'node:path';
import Mustache from 'mustache';
import { getSiteDescription } from '@composed/apps/this-repository';
import { relaxesPolicy } from '@composed/contracts/outside-origins';
import { UsageError } from '@composed/command/errors';
import {
  activeFilePattern,
  activeFilePolicy,
  cookieCacheControl,
  headersOf,
  commonHeaders,
  findHstsScope,
  type HeaderCircumstances,
  type Headers,
} from '@composed/contracts/headers';
import { mediaTypes } from '@composed/contracts/media-types';
import {
  maxPathLength,
  reservedEndings,
  createPagePathPattern,
} from '@composed/contracts/url-routing';
import { unreadPages } from '@composed/http/pages/unreadable-request';
import { serverOptions } from '@composed/http/calls/server-options';
import { xsrfCookieName } from '@composed/contracts/xsrf';
import { xsrfCookie } from '@composed/http/cookies/xsrf-token';
import { compressibleName } from '@composed/release/store/compress';
import type { NginxOptions } from './nginx-command';

/**
 * Escapes a value for a quoted string of nginx.
 * @throws UsageError for a value with "$" or a control character, which nginx cannot escape
 */
function escapeQuoted(value: string): string {
  if (/[$\p{Cc}]/u.test(value)) {
    throw new UsageError(
      `${JSON.stringify(value)} cannot be used in an nginx configuration, where "$" and control characters have another meaning; choose another name.`,
    );
  }
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** Separates Cache-Control, whose value depends on the response, from the other headers. */
function createHeaderValues({ 'Cache-Control': cacheControl = '', ...otherHeaders }: Headers) {
  const headers = Object.entries(otherHeaders).map(([name, value]) => ({
    name,
    value: escapeQuoted(value),
  }));
  return { headers, cacheControl };
}

/** The template's values for the embedded sign-in, if other servers than those of the pages serve it. */
function createSignInValues({ signInPrefixes, services }: NginxOptions) {
  if (signInPrefixes.length === 0 || services === null) return null;
  const pattern = `^(?:${signInPrefixes.join('|')})(?:/|\\z)`;
  return { pattern, services };
}

/** The template's values for pages and files that nginx sends itself. */
function createFileValues({ siteUrl, hsts, modules, folder }: NginxOptions) {
  const hstsScope = findHstsScope(siteUrl, hsts);
  const live: HeaderCircumstances = {
    hstsScope,
    preview: false,
    relaxesPolicy: relaxesPolicy(getSiteDescription()),
  };
  return {
    modules: escapeQuoted(modules),
    folder: folder !== null && escapeQuoted(folder),
    types: Object.entries(mediaTypes).map(([ending, type]) => ({ ending, type })),
    overlong: `{${maxPathLength + 1},}`,
    pageName: createPagePathPattern(getSiteDescription().services),
    segment: '[\\w-][\\w.-]*',
    // Keeps requests away from compressed copies and page files, which have no URLs.
    noCopy: `(?i:${reservedEndings.map((ending) => `(?<!\\.${ending})`).join('')})`,
    textFile: compressibleName.source.replace('$', '\\z'),
    activeFilePattern: activeFilePattern.source.replace('$', '\\z'),
    activeFilePolicy,
    xsrfCookie: xsrfCookie('$request_id', hstsScope !== null),
    xsrfCookieName,
    cookieCacheControl,
    page: createHeaderValues(headersOf('page', live)),
    asset: createHeaderValues(headersOf('asset', live)),
  };
}

/** The template's values for the error pages of requests that are too large. */
function createErrorPageValues() {
  const pages = unreadPages(getSiteDescription());
  return [
    { name: 'address', status: 414, body: pages[414] },
    { name: 'headers', status: 431, body: pages[431] },
  ];
}

/**
 * Renders a complete configuration with which nginx sends live pages and files of releases, and proxies everything else
 * to the servers.
 * @throws UsageError when a value cannot be quoted
 */
export function renderNginxConfiguration(options: NginxOptions): string {
  const { siteUrl, previewUrl, tls, user, runFolder } = options;
  const { host, hostname } = new URL(siteUrl);
  const previewHost = previewUrl === null ? hostname : new URL(previewUrl).hostname;
  const values = {
    ...createFileValues(options),
    user: escapeQuoted(user ?? ''),
    runFolder: escapeQuoted(runFolder ?? ''),
    siteUrl,
    host,
    hostnames: [...new Set([hostname, previewHost])].join(' '),
    previewHost: previewHost !== hostname && previewHost,
    trustedProxies: options.trustedProxies,
    listen: options.listen,
    keepAliveSeconds: options.keepAliveSeconds,
    tls: tls && { ...tls, certificate: escapeQuoted(tls.certificate), key: escapeQuoted(tls.key) },
    servers: options.servers.map((origin) => new URL(origin).host),
    signIn: createSignInValues(options),
    bodyLimit: serverOptions.bodyLimit,
    headerLimit: serverOptions.http.maxHeaderSize,
    unread: createErrorPageValues(),
    commonHeaders: createHeaderValues(commonHeaders).headers,
    unavailable: getSiteDescription().texts.unavailable,
  };
  const template = readFileSync(path.join(import.meta.dirname, 'site.conf.mustache'), 'utf8');
  return Mustache.render(template, values, {}, { escape: String });
}
