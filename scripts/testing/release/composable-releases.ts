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

/**
 * As small as a host's rendering bundle can be: its composer shows the pricing section in one page.
 * @param body runs in `compose`, before anything else
 */
export function hostServer(body = ''): string {
  return `
  exports.composer = {
    version: 1,
    compose: async ({ releases, prices, basePath, indexable, settings, announce }) => {
      ${body}
      announce({ app: 'pricing', what: 'could not be loaded' });
      const { PricingSection } = await releases.pricing.load({ react: { version: '19' } });
      announce({ app: 'pricing', what: 'could not render ./PricingSection' });
      const section = await PricingSection.default({ prices });
      announce({ app: 'host', what: 'could not render /' });
      const facts = { basePath, indexable, settings, pricing: releases.pricing.manifest };
      const style = await releases.pricing.readFile('styles.0c.css');
      return {
        pages: {
          'index.html': { text: section + style + JSON.stringify(facts) },
          'logo.svg': { file: 'root/logo.0123456789ab.svg' },
        },
      };
    },
  };
`;
}

export function aHost(parts: ReleaseParts = {}): ComposableRelease {
  return release('host', parts, {
    server: hostServer(),
    files: {
      'main.0a.js': 'main',
      'styles.0c.css': '.host{}',
      'root/logo.0123456789ab.svg': '<svg/>',
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
export function aCompositionInput(
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
    settings: { siteUrl: 'https://shop.example.com' },
    indexable: true,
    ...parts,
  };
}
