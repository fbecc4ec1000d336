import { UserError } from '@composed/command/errors';
import { isLocal, type Settings } from '@composed/command/environment';
import { headersOf, transportOf, type Headers } from '@composed/http/answers/headers';
import { readDeploymentIndex } from '@composed/release/deployments';
import { readLedger } from '@composed/release/ledger';
import { readLiveSite } from '@composed/release/ledger/live-site';

/** In an address `*` stands for anything. The first rule that fits an address counts; the last fits all. */
function headerRules(files: readonly string[], { siteUrl, previewUrl, hsts }: Settings) {
  const rootFiles = files.filter((name) => !name.endsWith('.html')).map((name) => `/${name}`);
  const transport = transportOf(siteUrl, hsts);
  const live = { transport, preview: false };
  const ofPreview = headersOf('page', { transport, preview: true });
  const policy = 'Content-Security-Policy';
  // Nobody may have read what a preview runs. On the origin of the live site it runs nothing.
  const sandboxed: Headers = { ...ofPreview, [policy]: `${ofPreview[policy] ?? ''}; sandbox` };
  const isApart = previewUrl === siteUrl || isLocal(siteUrl);
  // Any file may be a picture that could hold a script; the others do not heed that policy.
  return [
    { paths: ['/assets/*'], headers: headersOf('asset', live, '.svg') },
    { paths: rootFiles, headers: headersOf('root-file', live, '.svg') },
    { paths: ['/preview/*'], headers: isApart ? ofPreview : sandboxed },
    { paths: ['/*'], headers: headersOf('page', live) },
  ];
}

/** For nginx's `http`. nginx leaves out a header without a value. Only `Cache-Control` is not sent with errors. */
function nginx(rules: ReturnType<typeof headerRules>): string {
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

/** `npm run release -- headers`: those of the live site, for an nginx that cannot take them from metadata. */
export async function formatHeaders(given: Settings): Promise<string> {
  const { store, settings } = await readLiveSite(given);
  const id = (await readLedger(store)).live?.deployment ?? '';
  const index = await readDeploymentIndex(store, id);
  if (!index) throw new UserError('Nothing is live yet; publish every app first.');
  return `${nginx(headerRules(Object.keys(index.pages), settings))}\n`;
}
