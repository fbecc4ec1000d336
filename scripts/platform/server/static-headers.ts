import { pageAddresses } from '@composed/contracts/page-addresses';
import { isLocal, type Settings } from '../environment';
import { headersOf, transportOf, type Headers } from '../http/headers';
import { readCompositionRecord } from '../release/compositions';
import { readLedger } from '../release/ledger';
import { readLiveSite } from '../release/live-site';
import { Refusal } from '../release/refusal';

/** Of addresses, where `*` stands for anything, the first rule that fits is meant; the last one fits all. */
function headerRules(files: readonly string[], { siteUrl, previewUrl, hsts }: Settings) {
  const rootFiles = files.filter((name) => !name.endsWith('.html')).map((name) => `/${name}`);
  const transport = transportOf(siteUrl, hsts);
  const live = { transport, preview: false };
  const ofPreview = headersOf('page', { transport, preview: true });
  const policy = 'Content-Security-Policy';
  // Nobody may have read what a preview runs: beside what is live it runs nothing, and shares no cookies.
  const sandboxed: Headers = { ...ofPreview, [policy]: `${ofPreview[policy] ?? ''}; sandbox` };
  const isApart = previewUrl === siteUrl || isLocal(siteUrl);
  // Any file may be a picture that could hold a script; the others do not heed that policy.
  return [
    { kind: 'asset', paths: ['/assets/*'], headers: headersOf('asset', live, '.svg') },
    { kind: 'root-file', paths: rootFiles, headers: headersOf('root-file', live, '.svg') },
    { kind: 'preview', paths: ['/preview/*'], headers: isApart ? ofPreview : sandboxed },
    { kind: 'page', paths: ['/*'], headers: headersOf('page', live) },
  ];
}
type Rules = ReturnType<typeof headerRules>;

/** By kind what `aws cloudfront create-response-headers-policy` takes: security headers stand for themselves. */
function cloudfront(rules: Rules): string {
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
 * Hosts apply every rule that matches a path, and join the values of one header. So a special rule leaves out what
 * `/*` says already, and `/*` has no Cache-Control. Where two policies are joined, browsers enforce both.
 */
function headersFile(rules: Rules, addresses: readonly string[]): string {
  const { 'Cache-Control': cacheControl = '', ...common } = rules.at(-1)?.headers ?? {};
  const block = (path: string, headers: Headers) =>
    [path, ...Object.entries(headers).map((pair) => `  ${pair.join(': ')}`)].join('\n');
  const special = rules.slice(0, -1).flatMap(({ paths, headers }) => {
    const own = Object.entries(headers).filter(([name, value]) => common[name] !== value);
    return paths.map((path) => block(path, Object.fromEntries(own)));
  });
  const ofPages = addresses.map((path) => block(path, { 'Cache-Control': cacheControl }));
  return [...special, ...ofPages, block('/*', common)].join('\n\n');
}

/** For `http` of nginx, which leaves out a header without a value; errors are not said to be kept for long. */
function nginx(rules: Rules): string {
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
export async function formatHeaders(host: keyof typeof formats, given: Settings): Promise<string> {
  const format = formats[host];
  const { store, settings } = await readLiveSite(given);
  const id = (await readLedger(store)).live?.composition ?? '';
  const record = await readCompositionRecord(store, id);
  if (!record) throw new Refusal('Nothing is live yet; publish every app first.');
  const files = Object.keys(record.pages);
  return `${format(headerRules(files, settings), pageAddresses(files))}\n`;
}
