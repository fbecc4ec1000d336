import { readFileSync } from 'node:fs';
import path from 'node:path';
import Mustache from 'mustache';
import { siteDescription } from '@composed/apps/this-repository';
import { relaxesPolicy } from '@composed/contracts/outside';
import { UsageError } from '@composed/command/errors';
import {
  activeFile,
  activeFilePolicy,
  cookieCacheControl,
  headersOf,
  plainHeaders,
  transportOf,
  type Headers,
} from '@composed/contracts/headers';
import { mediaTypes } from '@composed/contracts/media-types';
import { maxPathLength, reservedEndings, pageNameBeside } from '@composed/contracts/url-routing';
import { unreadPages } from '@composed/http/pages/unreadable-request';
import { serverOptions } from '@composed/http/calls/server-options';
import { xsrfCookieName } from '@composed/contracts/xsrf';
import { xsrfCookie } from '@composed/http/cookies/xsrf';
import { textFile } from '@composed/release/store/compress';
import type { NginxOptions } from './options';

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

/** Headers, and apart from them the value of Cache-Control. */
function headerValues({ 'Cache-Control': cacheControl = '', ...otherHeaders }: Headers) {
  const headers = Object.entries(otherHeaders).map(([name, value]) => ({
    name,
    value: quotable(value),
  }));
  return { headers, cacheControl };
}

/** Values for the embedded sign-in, where other servers than those of the pages show it. */
function signInValues({ signInPrefixes, services }: NginxOptions) {
  if (signInPrefixes.length === 0 || services === null) return null;
  const pattern = `^(?:${signInPrefixes.join('|')})(?:/|\\z)`;
  return { pattern, services };
}

/** Values for pages and files that nginx sends itself. */
function fileValues({ siteUrl, hsts, modules, folder }: NginxOptions) {
  const transport = transportOf(siteUrl, hsts);
  const live = { transport, preview: false, isOpen: relaxesPolicy(siteDescription) };
  return {
    modules: quotable(modules),
    folder: folder !== null && quotable(folder),
    types: Object.entries(mediaTypes).map(([ending, type]) => ({ ending, type })),
    overlong: `{${maxPathLength + 1},}`,
    pageName: pageNameBeside(siteDescription.services),
    segment: '[\\w-][\\w.-]*',
    // Compressed copies and pages have no address of their own.
    noCopy: `(?i:${reservedEndings.map((ending) => `(?<!\\.${ending})`).join('')})`,
    textFile: textFile.source.replace('$', '\\z'),
    activeFile: activeFile.source.replace('$', '\\z'),
    activeFilePolicy,
    xsrfCookie: xsrfCookie('$request_id', transport !== null),
    xsrfCookieName,
    cookieCacheControl,
    page: headerValues(headersOf('page', live)),
    asset: headerValues(headersOf('asset', live)),
  };
}

/** Pages for requests that are too large, by the names of their locations. */
function unreadValues() {
  const pages = unreadPages(siteDescription);
  return [
    { name: 'address', status: 414, body: pages[414] },
    { name: 'headers', status: 431, body: pages[431] },
  ];
}

/**
 * A complete configuration for nginx, which sends live pages and files of releases, and hands everything else to the
 * servers behind it. Pure.
 * @throws UsageError when a value cannot stand in a configuration
 */
export function nginxConfiguration(options: NginxOptions): string {
  const { siteUrl, previewUrl, tls, user, runFolder } = options;
  const { host, hostname } = new URL(siteUrl);
  const previewHost = previewUrl === null ? hostname : new URL(previewUrl).hostname;
  const values = {
    ...fileValues(options),
    user: quotable(user ?? ''),
    runFolder: quotable(runFolder ?? ''),
    siteUrl,
    host,
    hostnames: [...new Set([hostname, previewHost])].join(' '),
    previewHost: previewHost !== hostname && previewHost,
    trustedProxies: options.trustedProxies,
    listen: options.listen,
    keepAliveSeconds: options.keepAliveSeconds,
    tls: tls && { ...tls, certificate: quotable(tls.certificate), key: quotable(tls.key) },
    servers: options.servers.map((origin) => new URL(origin).host),
    signIn: signInValues(options),
    bodyLimit: serverOptions.bodyLimit,
    headerLimit: serverOptions.http.maxHeaderSize,
    unread: unreadValues(),
    plainHeaders: headerValues(plainHeaders).headers,
    unavailable: siteDescription.texts.unavailable,
  };
  const template = readFileSync(path.join(import.meta.dirname, 'site.conf'), 'utf8');
  return Mustache.render(template, values, {}, { escape: String });
}
