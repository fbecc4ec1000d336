import { mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { readPins, readScriptElements } from '@composed/compose/deployment/composed-page';
import { cookieCacheControl, headersOf } from '@composed/contracts/headers';
import type { Target } from '@composed/contracts/url-routing';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { expect, test } from '../../helpers/fixtures';
import { frontSite } from '@composed/testing/server/site-nginx';
import { sendRequest, type SentRequest } from '@composed/testing/server/send-request';
import { listPaths } from '../../helpers/run-site';
import { callHeaders } from '@shopwright/services/testing/visitor';

/** The expected response, whoever serves the site. */
interface Expected extends SentRequest {
  readonly status: number;
  /** The kind of the address: it decides the headers. */
  readonly kind?: Target['kind'];
  /** Further headers → exact value, a pattern, or null for one that must not be there. */
  readonly response?: Readonly<Record<string, string | RegExp | null>>;
  readonly text?: RegExp;
}

const page = (path: string, more: Partial<Expected> = {}): Expected => ({
  path,
  kind: 'page',
  status: 200,
  ...more,
});
const missing = (path: string): Expected => ({ path, kind: 'missing', status: 404 });
const rootFile = (path: string, type: string): Expected => ({
  path,
  kind: 'root-file',
  status: 200,
  response: { 'Content-Type': type, 'Set-Cookie': null },
});

const newCookie = /^XSRF-TOKEN=[A-Za-z0-9_-]{32,128}; Path=\/; SameSite=Lax$/;
const text = /^<!doctype html>[^]*<\/html>\s*$/;
const json = { 'Content-Type': /^application\/json/ };
const token = 'a1_-'.repeat(8);

/** Addresses that nothing stands at, or that must not be reached. */
const nowhere = [
  '/no-such-page',
  '/signup/x',
  '/Signup',
  '//signup',
  '/terms/../signup',
  '/terms/%2e%2e/signup',
  '/./signup',
  '/terms%0a',
  '/signup%',
  '/signup%2F',
  '/%2F',
  '/caf%C3',
  '/index.html',
  '/404.html',
  '/index.html.br',
  '/robots.txt.gz',
  '/ledger/00000001.json',
  '/releases/host/',
  '/.git/config',
  '/assets',
  '/assets/host/',
  '/assets/../ledger/00000001.json',
  '/assets/no-such-file.js',
  '/:page',
  '/:missing',
  '/subscription',
  '/manager/api/v1/user-account/public/create/',
];

/** Encodings that browsers accept → the coding that they get. */
const codings = {
  'br, gzip': 'br',
  gzip: 'gzip',
  'br;q=0, gzip': 'gzip',
  identity: null,
};

/** Cookies that bring no token: the response is one visitor's, with a new one. */
const withoutToken = ['xsrf-token=short', `MY-XSRF-TOKEN=${token}`];
/** A token of another app's is left alone. */
const withToken = ['XSRF-TOKEN=short', `a=1; XSRF-TOKEN=${token}; b=2`];

const post = { path: createAccountPath, method: 'POST', response: json };
const type = { 'content-type': 'application/json' };

/** The one table of responses. The embedded server and nginx both have to give them. */
const expectedResponses: readonly Expected[] = [
  ...['/', '/?from=mail'].map((path) => page(path, { text })),
  // An encoded letter is that letter.
  page('/%73ignup'),
  page('/', { method: 'HEAD', text: /^$/ }),
  ...nowhere.map(missing),
  rootFile('/robots.txt', 'text/plain; charset=utf-8'),
  rootFile('/sitemap.xml', 'application/xml; charset=utf-8'),
  rootFile('/favicon.ico', 'image/x-icon'),
  rootFile('/favicon.svg', 'image/svg+xml'),
  rootFile('/apple-touch-icon.png', 'image/png'),
  rootFile('/site.webmanifest', 'application/manifest+json'),
  ...Object.entries(codings).map(([accepted, coding]) =>
    page('/', {
      text,
      headers: { 'accept-encoding': accepted },
      response: { 'Content-Encoding': coding },
    }),
  ),
  ...withoutToken.map((cookie) => page('/signup', { headers: { cookie } })),
  ...withToken.map((cookie) =>
    page('/signup', {
      headers: { cookie },
      response: { 'Set-Cookie': null, 'Cache-Control': 'no-cache, no-transform' },
    }),
  ),
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
    path: '/signup',
    method,
    status: 405,
    response: { Allow: 'GET, HEAD', 'X-Content-Type-Options': 'nosniff' },
  })),
  { path: tablesPath, status: 200, response: json, text: /"freeOption"/ },
  { path: tablesPath, method: 'POST', status: 405 },
  { path: createAccountPath, status: 405 },
  { ...post, headers: type, body: '{}', status: 403 },
  {
    ...post,
    status: 413,
    text: /^\{"reason":"The body is too large\."\}$/,
    headers: callHeaders,
    body: JSON.stringify({ user: 'x'.repeat(70_000) }),
  },
  { path: signInPath, status: 302, response: { Location: /\/oauth2\/authorization\/keycloak$/ } },
  {
    path: '/redirect/internal?serviceName=store-ui&path=//evil.example',
    status: 400,
    response: { ...json, Location: null },
  },
  // A refusal is a page for people, and a reason for machines.
  ...[`${signInPath}&_gl=1`, '/redirect/elsewhere'].map((path) => ({
    path,
    status: 400,
    text,
    headers: { accept: 'text/html,*/*;q=0.8' },
    response: { 'Content-Type': 'text/html; charset=utf-8', Location: null },
  })),
  ...[
    {
      accept: 'text/html',
      response: { 'Content-Type': 'text/html; charset=utf-8' },
      text: /cookies/,
    },
    { accept: 'application/json', response: json, text: /^\{"reason":/ },
  ].map(({ accept, ...expected }) => ({
    path: '/',
    status: 431,
    ...expected,
    headers: { accept, cookie: `a=${'a'.repeat(17_000)}` },
  })),
];

/** Files that the landing page names: browsers keep them for good, and their copies have no address. */
async function assetResponses(origin: string): Promise<readonly Expected[]> {
  const { text: html } = await sendRequest(origin, { path: '/' });
  const { preloads, remotes } = readPins(html);
  const styles = Object.values(remotes).flatMap((remote) => remote.styles);
  const scripts = [...readScriptElements(html), ...preloads];
  const files = [...scripts.map(({ src }) => src), ...styles.map(({ href }) => href)];
  return files.flatMap((path): Expected[] => {
    const kind = path.endsWith('.css') ? 'css' : 'javascript';
    const response = {
      'Permissions-Policy': null,
      'Content-Type': `text/${kind}; charset=utf-8`,
      'Content-Encoding': 'br',
      'Set-Cookie': null,
    };
    return [
      { path, kind: 'asset', status: 200, headers: { 'accept-encoding': 'br' }, response },
      ...['.br', '.gz'].map((ending) => ({ path: path + ending, status: 404 })),
    ];
  });
}

/** A preview stands under its name, and is for nobody who searches. */
const previewResponses = (name: string): readonly Expected[] => [
  ...['', '/', '/signup/'].map((path) => page(`/preview/${name}${path}`)),
  { path: `/preview/${name}/robots.txt`, kind: 'root-file', status: 200 },
  ...['/nothing', '/index.html', '/assets/host/x.js'].map((path) =>
    missing(`/preview/${name}${path}`),
  ),
  missing('/preview/no-such-preview/'),
  { path: '/preview/a%20b/', status: 404 },
];

/** The headers of a kind of address, for a visitor who brings no token and so gets one. */
function headersAt({ kind, path }: Expected): Expected['response'] {
  if (!kind) return {};
  const preview = path.startsWith('/preview/');
  const headers = headersOf(kind, { hstsScope: null, preview }, path);
  if (kind !== 'page' && kind !== 'missing') return headers;
  const ofVisitor = { ...headers, 'Cache-Control': cookieCacheControl };
  if (preview) return ofVisitor;
  return {
    ...ofVisitor,
    'Set-Cookie': newCookie,
    'Content-Type': 'text/html; charset=utf-8',
    ...(kind === 'page' ? { ETag: /./, Vary: /Accept-Encoding/i } : {}),
  };
}

/** Sends the requests, and compares the responses with the table. */
async function expectResponses(origin: string, expectations: readonly Expected[]): Promise<void> {
  for (const expected of expectations) {
    const { status, headers, text: body } = await sendRequest(origin, expected);
    const name = `${expected.method ?? 'GET'} ${expected.path} ${JSON.stringify(expected.headers)}`;
    const rules = Object.entries({ ...headersAt(expected), ...expected.response });
    const wanted = rules.map(([header, value]) => [
      header,
      value instanceof RegExp ? expect.stringMatching(value) : (value ?? 'none'),
    ]);
    const got = rules.map(([header]) => [header, String(headers[header.toLowerCase()] ?? 'none')]);
    expect(Object.fromEntries(got), name).toEqual(Object.fromEntries(wanted));
    expect(status, name).toBe(expected.status);
    if (expected.text) expect(body, name).toMatch(expected.text);
  }
}

async function expectTable(origin: string, pages: readonly string[]): Promise<void> {
  const nested = pages
    .filter((path) => path !== '/')
    .flatMap((path) => ['', '?from=mail', '/', '//'].map((end) => page(path + end, { text })));
  const assets = await assetResponses(origin);
  expect(assets.length).toBeGreaterThan(12);
  await expectResponses(origin, [...expectedResponses, ...nested, ...assets]);
}

test('the embedded server answers every address as the table says', async ({ site }) => {
  await expectTable(site.url, await listPaths(site));
});

test('nginx answers every address as the table says', async ({ site, perWorker }) => {
  test.skip(!hasNginx(), 'nginx with its module for brotli is not installed');
  const { url } = await perWorker('nginx', () => frontSite(site));
  await expectTable(url, await listPaths(site));
});

test('a preview is served under its name, and search engines must not index it', async ({
  site,
  perWorker,
}) => {
  const preview = join(site.siteDir, 'previews/spring');
  const deployment = basename(await readlink(join(site.siteDir, 'live')));
  await mkdir(join(preview, '..'), { recursive: true });
  await symlink(`../deployments/${deployment}`, preview);
  await expectResponses(site.url, previewResponses('spring'));
  if (hasNginx()) {
    const { url } = await perWorker('nginx', () => frontSite(site));
    await expectResponses(url, previewResponses('spring'));
  }
  await rm(preview);
});
