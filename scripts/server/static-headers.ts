import { isLocal, type Settings } from '../environment';
import { activeFile, headersOf, transportOf, type Headers } from '../http/headers';
import { pages, type Place } from '../http/places';
import { readHeadersOptions } from '../release/arguments';
import { readCompositionRecord } from '../release/compositions';
import { readLedger } from '../release/ledger';
import { readLiveSite } from '../release/live-site';
import { Refusal } from '../release/refusal';

/** Of addresses, where `*` stands for anything, the first rule that fits is meant; the last one fits all. */
type Rule = ReturnType<typeof headerRules>[number];

/** Nobody may have read what a preview runs: beside what is live it runs nothing, and shares no cookies. */
function sandboxed(headers: Headers): Headers {
  const name = 'Content-Security-Policy';
  return { ...headers, [name]: `${headers[name] ?? ''}; sandbox` };
}

function headerRules(rootFiles: readonly string[], { siteUrl, previewUrl, hsts }: Settings) {
  const transport = transportOf(siteUrl, hsts);
  const rule = (kind: string, paths: readonly string[], place: Place['kind'], file = '') => {
    const preview = kind === 'preview';
    const headers = headersOf(place, { transport, preview }, file);
    const isApart = previewUrl === siteUrl || isLocal(siteUrl);
    return { kind, paths, headers: preview && !isApart ? sandboxed(headers) : headers };
  };
  const active = rootFiles.filter((path) => activeFile.test(path));
  const plain = rootFiles.filter((path) => !active.includes(path));
  return [
    rule('active-asset', ['/assets/*.svg', '/assets/*.xml'], 'asset', '.svg'),
    rule('asset', ['/assets/*'], 'asset'),
    rule('active-root-file', active, 'root-file', '.svg'),
    rule('root-file', plain, 'root-file'),
    rule('preview', ['/preview/*'], 'page'),
    rule('page', ['/*'], 'page'),
  ];
}

/** By kind what `aws cloudfront create-response-headers-policy` takes: security headers stand for themselves. */
function cloudfront(rules: readonly Rule[]): string {
  const policies = rules.map(({ kind, paths, headers }) => {
    const security: Record<string, object> = {};
    const custom = Object.entries(headers).flatMap(([Header, Value]) => {
      const Override = true;
      if (Header === 'X-Content-Type-Options') security['ContentTypeOptions'] = { Override };
      else if (Header === 'Content-Security-Policy' || Header === 'Referrer-Policy') {
        security[Header.replaceAll('-', '')] = { Override, [Header.replaceAll('-', '')]: Value };
      } else if (Header === 'Strict-Transport-Security') {
        const IncludeSubdomains = Value.includes('includeSubDomains');
        const AccessControlMaxAgeSec = Number(/\d+/.exec(Value)?.[0]);
        const all = { Override, AccessControlMaxAgeSec, IncludeSubdomains };
        security['StrictTransportSecurity'] = { ...all, Preload: Value.includes('preload') };
      } else return [{ Header, Value, Override }];
      return [];
    });
    const CustomHeadersConfig = { Quantity: custom.length, Items: custom };
    const named = { Name: `site-${kind}`, Comment: paths.join(' ').slice(0, 128) };
    return [kind, { ...named, SecurityHeadersConfig: security, CustomHeadersConfig }];
  });
  return JSON.stringify(Object.fromEntries(policies), null, 2);
}

/**
 * Every rule that fits counts, and values of one header are joined: so each says only what `/*` does not. Of
 * joined policies both hold; all assets get that of active ones, which others do not heed, as `*` ends a path.
 */
function headersFile(rules: readonly Rule[]): string {
  const { 'Cache-Control': cacheControl = '', ...common } = rules.at(-1)?.headers ?? {};
  const blocks = rules.flatMap(({ kind, paths, headers }): [readonly string[], Headers][] => {
    if (kind === 'asset') return [];
    const own = Object.entries(headers).filter(([name, value]) => common[name] !== value);
    if (kind !== 'page')
      return [[kind === 'active-asset' ? ['/assets/*'] : paths, Object.fromEntries(own)]];
    return [
      [Object.keys(pages), { 'Cache-Control': cacheControl }],
      [paths, common],
    ];
  });
  const lines = (headers: Headers) => Object.entries(headers).map((pair) => `  ${pair.join(': ')}`);
  return blocks
    .flatMap(([paths, headers]) => paths.map((path) => [path, ...lines(headers)].join('\n')))
    .join('\n\n');
}

/** For `http` of nginx, which leaves out a header without a value; errors are not said to be kept for long. */
function nginx(rules: readonly Rule[]): string {
  const quoted = (path: string) => `"~^${path.replaceAll('.', '\\.').replaceAll('*', '.*')}$"`;
  const names = new Set(rules.flatMap(({ headers }) => Object.keys(headers)));
  const parts = [...names].map((name) => {
    const variable = `$site_${name.toLowerCase().replaceAll('-', '_')}`;
    const lines = rules.flatMap(({ paths, headers }) =>
      paths.map((path) => `  ${quoted(path)} "${headers[name] ?? ''}";\n`),
    );
    const end = name === 'Cache-Control' ? ';' : ' always;';
    return `map $uri ${variable} {\n${lines.join('')}}\nadd_header ${name} ${variable}${end}\n`;
  });
  return parts.join('\n');
}

const formats = { cloudfront, netlify: headersFile, cloudflare: headersFile, nginx };

/** `npm run release -- headers --for <host>`: the headers of the live site for who cannot take them from metadata. */
export async function formatHeaders(args: readonly string[], given: Settings): Promise<string> {
  const format = formats[readHeadersOptions(args).for];
  const { store, settings } = await readLiveSite(given);
  const id = (await readLedger(store)).live?.composition ?? '';
  const record = await readCompositionRecord(store, id);
  if (!record) throw new Refusal('Nothing is live yet; publish every app first.');
  const rootFiles = Object.keys(record.pages).filter((name) => !name.endsWith('.html'));
  const paths = rootFiles.map((name) => `/${name}`);
  return `${format(headerRules(paths, settings))}\n`;
}
