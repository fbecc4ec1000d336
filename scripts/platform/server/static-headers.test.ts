import * as v from 'valibot';
import { temporaryFolder } from '@composed/tooling/testing/temporary-folder';
import { readSettings, type Settings } from '../environment';
import { headersOf, type Headers } from '../http/headers';
import { resolvePath } from '../http/url-routing';
import { fakeCompose } from '../../tests/helpers/release/fake-compose';
import { aFolderSite, type FolderSite } from '../../tests/helpers/release/a-folder';
import { freePort } from '../operations/free-port';
import { hasNginx } from '../setup/browser.mjs';
import { startNginx } from '../../tests/helpers/running-nginx';
import { formatHeaders } from './static-headers';

let site: FolderSite;
let settings: Settings;
const siteUrl = 'https://shop.test';

beforeAll(async () => {
  const compose: typeof fakeCompose = async (input) => {
    const { pages: made, ...composed } = await fakeCompose(input);
    const files = ['favicon.svg', 'favicon.ico'].map((name) => [name, Buffer.from('')] as const);
    const page = made.get('index.html') ?? Buffer.from('');
    return { ...composed, pages: new Map([...made, ['guides/first-steps.html', page], ...files]) };
  };
  site = aFolderSite({ compose });
  await site.publishAll();
  settings = readSettings({ SITE_DIR: site.folder, SITE_URL: siteUrl, HSTS: 'preload' });
});

const addresses = [
  ...['/', '/guides/first-steps'],
  ...['/favicon.svg', '/favicon.ico', '/assets/host/main.js', '/assets/host/sign.svg'],
  ...['/preview/spring/', '/preview/spring/signup'],
];

/** What the embedded server sends. */
function expected(address: string): Headers {
  const place = resolvePath(address);
  const preview = place.folder.startsWith('previews/');
  // Static hosts get one rule for all files, with the policy that pictures need.
  const file = place.kind === 'page' ? '' : 'sign.svg';
  const headers = headersOf(place.kind, { transport: 'preload', preview }, file);
  const policy = `${headers['Content-Security-Policy'] ?? ''}; sandbox`;
  // Beside what is live a preview runs nothing.
  return preview ? { ...headers, 'Content-Security-Policy': policy } : headers;
}

const headerNames = new Set(addresses.flatMap((address) => Object.keys(expected(address))));

const write = (host: Parameters<typeof formatHeaders>[0]) => formatHeaders(host, settings);

/** Address pattern → headers, by the grammar that Netlify and Cloudflare document; anything else is refused. */
function parseHeadersFile(text: string) {
  const rules: { path: string; headers: [string, string][] }[] = [];
  for (const line of text.split('\n')) {
    // Cloudflare's limit; Netlify has none.
    expect(line.length).toBeLessThanOrEqual(2000);
    const header = /^ {2}([A-Za-z-]+): (\S.*)$/.exec(line);
    const last = rules.at(-1);
    if (header && last) last.headers.push([header[1] ?? '', header[2] ?? '']);
    else if (/^\/[\w./-]*\*?$/.test(line)) rules.push({ path: line, headers: [] });
    else expect(line).toBe('');
  }
  expect(rules.length).toBeLessThanOrEqual(100);
  return rules;
}

test.each(['netlify', 'cloudflare'] as const)(
  'the rules of %s come to the headers of each address, joined as there',
  async (host) => {
    const rules = parseHeadersFile(await write(host));
    for (const address of addresses) {
      const joined = new Map<string, string[]>();
      for (const { path: pattern, headers } of rules) {
        const isMeant = pattern.endsWith('*')
          ? address.startsWith(pattern.slice(0, -1))
          : address === pattern;
        for (const [name, value] of isMeant ? headers : []) {
          joined.set(name, [...(joined.get(name) ?? []), value]);
        }
      }
      for (const [name, value] of Object.entries(expected(address))) {
        const values = joined.get(name) ?? [];
        // Policies add up; of anything else a second value would be another meaning.
        const own =
          name === 'Content-Security-Policy' ? values.filter((one) => one === value) : values;
        expect({ address, name, own }).toEqual({ address, name, own: [value] });
      }
    }
  },
);

const override = { Override: v.literal(true) };
/** https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_ResponseHeadersPolicyConfig.html */
const cloudFrontPolicy = v.strictObject({
  Name: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  Comment: v.pipe(v.string(), v.maxLength(128)),
  SecurityHeadersConfig: v.strictObject({
    ContentTypeOptions: v.strictObject(override),
    ContentSecurityPolicy: v.optional(
      v.strictObject({ ...override, ContentSecurityPolicy: v.string() }),
    ),
    ReferrerPolicy: v.optional(
      v.strictObject({ ...override, ReferrerPolicy: v.literal('strict-origin-when-cross-origin') }),
    ),
    StrictTransportSecurity: v.optional(
      v.strictObject({
        ...override,
        AccessControlMaxAgeSec: v.pipe(v.number(), v.integer()),
        IncludeSubdomains: v.boolean(),
        Preload: v.boolean(),
      }),
    ),
  }),
  CustomHeadersConfig: v.strictObject({
    Quantity: v.pipe(v.number(), v.maxValue(10)),
    Items: v.array(v.strictObject({ Header: v.string(), Value: v.string(), ...override })),
  }),
});

test('the policies of CloudFront hold every header of their kind once', async () => {
  const policies = v.parse(
    v.record(v.string(), cloudFrontPolicy),
    JSON.parse(await write('cloudfront')),
  );
  const kinds = {
    page: '/',
    preview: '/preview/x/',
    asset: '/assets/a/b.js',
    'root-file': '/favicon.ico',
  };
  expect(Object.keys(policies).sort()).toEqual(Object.keys(kinds).sort());
  for (const [kind, address] of Object.entries(kinds)) {
    const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = policies[kind] ?? {};
    const { StrictTransportSecurity: transport } = security ?? {};
    const sent = {
      ...Object.fromEntries(custom?.Items.map(({ Header, Value }) => [Header, Value]) ?? []),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': security?.ContentSecurityPolicy?.ContentSecurityPolicy,
      'Referrer-Policy': security?.ReferrerPolicy?.ReferrerPolicy,
      'Strict-Transport-Security':
        transport && `max-age=${transport.AccessControlMaxAgeSec}; includeSubDomains; preload`,
    };
    // toEqual leaves out what is undefined.
    expect({ kind, sent }).toEqual({ kind, sent: expected(address) });
    expect(custom?.Quantity).toBe(custom?.Items.length);
  }
});

(hasNginx() ? test : test.skip)('nginx takes the rules, and sends them', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const answer = `server { listen 127.0.0.1:${port}; location / { return 200 ""; } }`;
  const http = `access_log off; ${await write('nginx')} ${answer}`;
  const configuration = `pid ${folder}/pid; events {} http { ${http} }`;
  const nginx = await startNginx(folder, configuration);
  for (const address of addresses) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${address}`);
    const own = expected(address);
    for (const name of headerNames) {
      const value = headers.get(name) ?? undefined;
      expect({ address, name, value }).toEqual({ address, name, value: own[name] });
    }
  }
  await nginx.stop();
});

test.each(['cloudfront', 'netlify', 'cloudflare', 'nginx'] as const)(
  'the rules of %s know nothing of source maps',
  async (host) => {
    expect(await write(host)).not.toMatch(/\.map\b|maps\/|releases|private/);
  },
);
