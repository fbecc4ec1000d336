import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { cookieCacheControl, headersOf } from '../http/headers';
import { expect } from '../testing/fixtures';
import { ask, type Answer, type Asked } from '../testing/server/ask';

/** What must be true of the answer to a request, whoever serves the site. */
export interface Expected extends Asked {
  readonly name: string;
  readonly status: number;
  /** Header → its exact value, a pattern, or null for a header that must not be there. */
  readonly answer?: Readonly<Record<string, string | RegExp | null>>;
  /** Part of the text of the body. */
  readonly text?: string | RegExp;
}

const plain = { transport: null, preview: false };
/** To a visitor who brings no token, and so is given one. */
const page = { ...headersOf('page', plain), 'Cache-Control': cookieCacheControl };
const html = 'text/html; charset=utf-8';
const missing = { ...page, 'Content-Type': html };
const newCookie = /^XSRF-TOKEN=[A-Za-z0-9_-]{32,128}; Path=\/; SameSite=Lax$/;
const token = 'a1_-'.repeat(8);

const pages = ['/', '/signup', '/terms', '/privacy-policy'].flatMap((path) =>
  [path, `${path}/`, `${path}?from=mail`, `${path}//`].map((address) => ({
    name: `${address} is a page`,
    path: address === '//' ? '/' : address,
    status: 200,
    answer: { ...page, 'Content-Type': html, ETag: /./, Vary: /Accept-Encoding/i },
    text: /^<!doctype html>[^]*<\/html>\s*$/,
  })),
);

const codings = [
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
].map(([accepted, coding]) => ({
  name: `a browser that accepts ${accepted ?? ''} gets ${coding ?? 'the file itself'}`,
  path: '/',
  headers: { 'accept-encoding': accepted ?? '' },
  status: 200,
  answer: { 'Content-Encoding': coding ?? null, Vary: /Accept-Encoding/i },
  text: /<\/html>\s*$/,
}));

const cookies: Expected[] = [
  ['no cookie', null, true],
  ['a valid token', `XSRF-TOKEN=${token}`, false],
  ['a valid token among others', `a=1; XSRF-TOKEN=${token}; b=2`, false],
  ['a short token', 'XSRF-TOKEN=short', true],
  ['a token with other characters', `XSRF-TOKEN=${token}<`, true],
  ['an overlong token', `XSRF-TOKEN=${'a'.repeat(129)}`, true],
  ['an invalid token before a valid one', `XSRF-TOKEN=x; XSRF-TOKEN=${token}`, true],
  ['another name that ends alike', `MY-XSRF-TOKEN=${token}`, true],
].map(([name, cookie, isNew]) => ({
  name: `a request with ${String(name)} gets ${isNew ? 'a new one' : 'none'}`,
  path: '/signup',
  headers: typeof cookie === 'string' ? { cookie } : {},
  status: 200,
  answer: {
    'Set-Cookie': isNew ? newCookie : null,
    // An answer with one visitor's cookie is no other visitor's.
    'Cache-Control': isNew ? 'private, no-cache' : 'no-cache',
  },
}));

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
].map((path) => ({ name: `${path} is not there`, path }));

const json = /^application\/json/;

/** The one table of what a served site answers; the embedded server and nginx both have to. */
export const expectedAnswers: readonly Expected[] = [
  ...pages,
  ...codings,
  ...cookies,
  ...nowhere.map((row) => ({
    ...row,
    status: 404,
    answer: { ...missing, 'Set-Cookie': newCookie },
  })),
  {
    name: 'a HEAD of a page has its headers and no body',
    path: '/',
    method: 'HEAD',
    status: 200,
    answer: { ...page, 'Content-Type': html },
    text: /^$/,
  },
  {
    name: 'an encoded letter is that letter',
    path: '/%73ignup',
    status: 200,
    answer: page,
  },
  ...(
    [
      ['/robots.txt', 'text/plain; charset=utf-8'],
      ['/sitemap.xml', 'application/xml; charset=utf-8'],
      ['/favicon.ico', 'image/x-icon'],
      ['/favicon.svg', 'image/svg+xml'],
      ['/apple-touch-icon.png', 'image/png'],
      ['/site.webmanifest', 'application/manifest+json'],
    ] as const
  ).map(([path, type]) => ({
    name: `${path} is a file of the root`,
    path,
    status: 200,
    answer: { ...headersOf('root-file', plain, path), 'Content-Type': type, 'Set-Cookie': null },
  })),
  ...(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).map((method) => ({
    name: `${method} of a page is refused`,
    path: '/signup',
    method,
    status: 405,
    answer: { Allow: 'GET, HEAD', 'X-Content-Type-Options': 'nosniff' },
  })),
  {
    name: 'the tables call is answered',
    path: tablesPath,
    status: 200,
    answer: { 'Content-Type': json },
    text: '"freeOption"',
  },
  { name: 'the tables call takes no POST', path: tablesPath, method: 'POST', status: 405 },
  { name: 'the create call takes no GET', path: createAccountPath, status: 405 },
  {
    name: 'the create call without a token is refused',
    path: createAccountPath,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    status: 403,
    answer: { 'Content-Type': json },
  },
  {
    name: 'a create call that is too large is refused',
    path: createAccountPath,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
    },
    body: JSON.stringify({ user: 'x'.repeat(70_000) }),
    status: 413,
    answer: { 'Content-Type': json },
    text: '{"reason":"The body is too large."}',
  },
  {
    name: 'SignIn is a redirect that leaves the site',
    path: signInPath,
    status: 302,
    answer: { Location: /\/oauth2\/authorization\/keycloak$/ },
  },
  {
    name: 'no other redirect is made',
    path: '/redirect/internal?serviceName=store-ui&path=//evil.example',
    status: 400,
    answer: { 'Content-Type': json, Location: null },
  },
];

export function expectAnswer({ status, headers, text }: Answer, expected: Expected): void {
  const { name, answer = {}, status: wanted, text: part } = expected;
  expect(`${name}: ${status}`).toBe(`${name}: ${wanted}`);
  for (const [header, value] of Object.entries(answer)) {
    const got = headers[header.toLowerCase()];
    const one = Array.isArray(got) ? got.join('\n') : got;
    const told = `${name}: ${header}`;
    if (value === null) expect(one, told).toBeUndefined();
    else if (typeof value === 'string') expect(one, told).toBe(value);
    else expect(one, told).toMatch(value);
  }
  if (part instanceof RegExp) expect(text, name).toMatch(part);
  else if (part !== undefined) expect(text, name).toContain(part);
}

/** A preview stands under its name, and is for nobody who searches. */
export async function expectPreview(origin: string, name: string): Promise<void> {
  const preview = { transport: null, preview: true };
  for (const [path, kind, status] of [
    [`/preview/${name}`, 'page', 200],
    [`/preview/${name}/`, 'page', 200],
    [`/preview/${name}/signup`, 'page', 200],
    [`/preview/${name}/signup/`, 'page', 200],
    [`/preview/${name}/robots.txt`, 'root-file', 200],
    [`/preview/${name}/nothing`, 'missing', 404],
    [`/preview/${name}/index.html`, 'missing', 404],
    [`/preview/${name}/assets/host/x.js`, 'missing', 404],
    ['/preview/no-such-preview/', 'missing', 404],
  ] as const) {
    const answer = {
      ...headersOf(kind, preview, path),
      ...(kind === 'root-file' ? {} : { 'Cache-Control': cookieCacheControl }),
    };
    expectAnswer(await ask(origin, { path }), { name: path, path, status, answer });
  }
  const odd = await ask(origin, { path: '/preview/a%20b/' });
  expect(odd.status).toBe(404);
}
