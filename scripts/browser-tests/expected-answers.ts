import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { cookieCacheControl, headersOf } from '../http/headers';
import type { Place } from '../http/places';
import { expect } from '../testing/fixtures';
import { ask, type Asked } from '../testing/server/ask';

/** What must be true of the answer to a request, whoever serves the site. */
export interface Expected extends Asked {
  readonly status: number;
  /** What stands there: it says the headers. */
  readonly kind?: Place['kind'];
  readonly isPreview?: boolean;
  /** Further headers → exact value, a pattern, or null for one that must not be there. */
  readonly answer?: Readonly<Record<string, string | RegExp | null>>;
  /** Part of the text of the body. */
  readonly text?: string | RegExp;
}

const newCookie = /^XSRF-TOKEN=[A-Za-z0-9_-]{32,128}; Path=\/; SameSite=Lax$/;
const wholePage = /^<!doctype html>[^]*<\/html>\s*$/;
const json = /^application\/json/;
const token = 'a1_-'.repeat(8);

/** Addresses of pages. */
const pages = ['/', '/signup', '/terms', '/privacy-policy'].flatMap((path) => [
  ...[path, `${path}?from=mail`],
  ...(path === '/' ? [] : [`${path}/`, `${path}//`]),
]);

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
  '/index.html',
  '/404.html',
  '/index.html.br',
  '/signup.html.gz',
  '/robots.txt.gz',
  '/live/index.html',
  '/live/',
  '/ledger/00000001.json',
  '/compositions/',
  '/releases/host/',
  '/.aside/',
  '/.git/config',
  '/assets',
  '/assets/',
  '/assets/host',
  '/assets/host/',
  '/assets/../ledger/00000001.json',
  '/assets/host/../../ledger/00000001.json',
  '/assets/no-such-file.js',
  '/:page',
  '/:missing',
  '/:nowhere',
  '/subscription',
  '/manager/api/v1/user-account/public/create/',
];

/** Files of the root, and their types. */
const rootFiles = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/favicon.ico': 'image/x-icon',
  '/favicon.svg': 'image/svg+xml',
  '/apple-touch-icon.png': 'image/png',
  '/site.webmanifest': 'application/manifest+json',
};

/** What browsers accept → the coding that they get. */
const codings = {
  'br, gzip': 'br',
  gzip: 'gzip',
  'br;q=0, gzip': 'gzip',
  identity: null,
};

/** Cookies that bring no valid token: the answer is one visitor's, with a new one. */
const withoutToken = [
  'XSRF-TOKEN=short',
  `XSRF-TOKEN=${token}<`,
  `XSRF-TOKEN=${'a'.repeat(129)}`,
  `XSRF-TOKEN=x; XSRF-TOKEN=${token}`,
  `MY-XSRF-TOKEN=${token}`,
];
const withToken = [`XSRF-TOKEN=${token}`, `a=1; XSRF-TOKEN=${token}; b=2`];

const post = {
  path: createAccountPath,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  answer: { 'Content-Type': json },
};

/** The one table of what a served site answers; the embedded server and nginx both have to. */
export const expectedAnswers: readonly Expected[] = [
  ...pages.map((path) => ({ path, kind: 'page' as const, status: 200, text: wholePage })),
  // An encoded letter is that letter.
  { path: '/%73ignup', kind: 'page', status: 200 },
  { path: '/', method: 'HEAD', kind: 'page', status: 200, text: /^$/ },
  ...nowhere.map((path) => ({ path, kind: 'missing' as const, status: 404 })),
  ...Object.entries(rootFiles).map(([path, type]) => ({
    ...{ path, kind: 'root-file' as const, status: 200 },
    answer: { 'Content-Type': type, 'Set-Cookie': null },
  })),
  ...Object.entries(codings).map(([accepted, coding]) => ({
    ...{ path: '/', kind: 'page' as const, status: 200, text: wholePage },
    headers: { 'accept-encoding': accepted },
    answer: { 'Content-Encoding': coding },
  })),
  ...withoutToken.map((cookie) => ({
    ...{ path: '/signup', kind: 'page' as const, status: 200, headers: { cookie } },
  })),
  ...withToken.map((cookie) => ({
    ...{ path: '/signup', kind: 'page' as const, status: 200, headers: { cookie } },
    answer: { 'Set-Cookie': null, 'Cache-Control': 'no-cache' },
  })),
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
    ...{ path: '/signup', method, status: 405 },
    answer: { Allow: 'GET, HEAD', 'X-Content-Type-Options': 'nosniff' },
  })),
  { path: tablesPath, status: 200, answer: { 'Content-Type': json }, text: '"freeOption"' },
  { path: tablesPath, method: 'POST', status: 405 },
  { path: createAccountPath, status: 405 },
  { ...post, body: '{}', status: 403 },
  {
    ...post,
    headers: { ...post.headers, cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
    body: JSON.stringify({ user: 'x'.repeat(70_000) }),
    status: 413,
    text: '{"reason":"The body is too large."}',
  },
  { path: signInPath, status: 302, answer: { Location: /\/oauth2\/authorization\/keycloak$/ } },
  {
    path: '/redirect/internal?serviceName=store-ui&path=//evil.example',
    status: 400,
    answer: { 'Content-Type': json, Location: null },
  },
];

/** What the kind of a place says of the headers, to a visitor who brings no token and so is given one. */
function headersAt({ kind, path, isPreview = false }: Expected): Expected['answer'] {
  if (!kind) return {};
  const headers = headersOf(kind, { transport: null, preview: isPreview }, path);
  if (kind !== 'page' && kind !== 'missing') return headers;
  const ofVisitor = { ...headers, 'Cache-Control': cookieCacheControl };
  if (isPreview) return ofVisitor;
  return {
    ...{ ...ofVisitor, 'Set-Cookie': newCookie },
    'Content-Type': 'text/html; charset=utf-8',
    ...(kind === 'page' ? { ETag: /./, Vary: /Accept-Encoding/i } : {}),
  };
}

/** Asks, and compares the answer with what is expected. */
export async function expectAnswer(origin: string, expected: Expected): Promise<void> {
  const { status, headers, text } = await ask(origin, expected);
  const name = `${expected.method ?? 'GET'} ${expected.path} ${JSON.stringify(expected.headers)}`;
  expect(status, name).toBe(expected.status);
  for (const [header, value] of Object.entries({ ...headersAt(expected), ...expected.answer })) {
    const got = headers[header.toLowerCase()];
    const one = Array.isArray(got) ? got.join('\n') : got;
    if (value === null) expect(one, `${name}: ${header}`).toBeUndefined();
    else if (typeof value === 'string') expect(one, `${name}: ${header}`).toBe(value);
    else expect(one, `${name}: ${header}`).toMatch(value);
  }
  if (expected.text instanceof RegExp) expect(text, name).toMatch(expected.text);
  else if (expected.text !== undefined) expect(text, name).toContain(expected.text);
}

/** A preview stands under its name, and is for nobody who searches. */
export async function expectPreview(origin: string, name: string): Promise<void> {
  for (const [path, kind, status] of [
    [`/preview/${name}`, 'page', 200],
    [`/preview/${name}/`, 'page', 200],
    [`/preview/${name}/signup/`, 'page', 200],
    [`/preview/${name}/robots.txt`, 'root-file', 200],
    [`/preview/${name}/nothing`, 'missing', 404],
    [`/preview/${name}/index.html`, 'missing', 404],
    [`/preview/${name}/assets/host/x.js`, 'missing', 404],
    ['/preview/no-such-preview/', 'missing', 404],
  ] as const)
    await expectAnswer(origin, { path, kind, status, isPreview: true });
  await expectAnswer(origin, { path: '/preview/a%20b/', status: 404 });
}
