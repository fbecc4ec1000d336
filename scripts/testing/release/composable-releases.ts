import { integrityOf } from '../../build/integrity';
import type { ReleaseManifest } from 'shared/contracts/release-manifest';
import type { ComposableRelease, CompositionInput } from '../../compose/composition';

/** What a test says about a release; the rest is ordinary. */
export interface ReleaseParts {
  readonly version?: string;
  /** Source text of the server bundle. */
  readonly server?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly manifest?: Partial<ReleaseManifest>;
}

function release(app: string, parts: ReleaseParts, ordinary: ReleaseParts): ComposableRelease {
  const files = { ...ordinary.files, ...parts.files };
  const server = parts.server ?? ordinary.server ?? '';
  const record = (text: string) => {
    const bytes = Buffer.from(text);
    return { bytes: bytes.length, integrity: integrityOf(bytes) };
  };
  const records = Object.entries(files).map(([name, text]) => [name, record(text)] as const);
  return {
    manifest: {
      app,
      version: parts.version ?? '0123456789ab',
      contract: 1,
      entry: 'entry.0a.js',
      files: Object.fromEntries(records),
      server: record(server),
      exposes: {},
      calls: [],
      shared: {},
      builtAt: '2026-03-01T00:00:00.000Z',
      revision: null,
      ...ordinary.manifest,
      ...parts.manifest,
    },
    readServer: () => Promise.resolve(server),
    readFile: (name) => Promise.resolve(Buffer.from(files[name] ?? '')),
  };
}

/** As small as the host's rendering bundle can be: one page shows the prices, the other nothing of others. */
export const hostServer = `
  exports.provided = { react: { version: '19' } };
  exports.pageRoutes = [
    { path: '/', file: 'index.html', indexable: true },
    { path: '*', file: '404.html', indexable: false },
  ];
  exports.remoteProps = ({ prices }) => ({ 'pricing/PricingSection': { prices } });
  exports.renderRemote = async (id, module, props) => {
    if (typeof module?.default !== 'function') throw new Error('the exposed module has no component');
    return module.default(props);
  };
  exports.renderPage = async ({ path, remotes, prices }) => ({
    head: '<title>' + path + '</title>',
    markup:
      path === '/'
        ? '<div data-slot="pricing/PricingSection">' +
          (await remotes['pricing/PricingSection']({ prices })) + '</div>'
        : '<h1>Not here</h1>',
  });
`;

export function aHost(parts: ReleaseParts = {}): ComposableRelease {
  return release('host', parts, {
    server: hostServer,
    files: {
      'main.0a.js': 'main',
      'bootstrap.0b.js': 'bootstrap()',
      'styles.0c.css': '.host{}',
      'root/robots-logo.0123456789ab.svg': '<svg/>',
    },
    manifest: {
      entry: 'main.0a.js',
      exposes: { '.': { scripts: ['main.0a.js'], styles: ['styles.0c.css'] } },
      shared: { react: '19.2.0' },
    },
  });
}

/** A bundle of pricing whose section's component has this body; `prices` is in its scope. */
export function pricingServer(body: string): string {
  return `require('react'); exports.PricingSection = { default: ({ prices }) => { ${body} } };`;
}

export function aPricing(parts: ReleaseParts = {}): ComposableRelease {
  return release('pricing', parts, {
    server: pricingServer("return '<p>Prices of ' + (prices?.readOn ?? 'no day') + '</p>'"),
    files: { 'entry.0a.js': 'entry', '204.0b.js': 'section', 'styles.0c.css': '.pricing{}' },
    manifest: {
      exposes: {
        './PricingSection': { scripts: ['entry.0a.js', '204.0b.js'], styles: ['styles.0c.css'] },
      },
      calls: ['/tables'],
      shared: { react: '^19.1.0' },
    },
  });
}

/** A composition of a host and the pricing remote. */
export function aSite(
  {
    host = aHost(),
    pricing = aPricing(),
  }: Partial<Record<'host' | 'pricing', ComposableRelease>> = {},
  parts: Partial<CompositionInput> = {},
): CompositionInput {
  return {
    releases: { host, pricing },
    prices: { tables: { free: null, periods: { MONTH: [], YEAR: null } }, readOn: '2026-03-01' },
    basePath: '',
    siteUrl: 'https://shop.example.com',
    indexable: true,
    ...parts,
  };
}
