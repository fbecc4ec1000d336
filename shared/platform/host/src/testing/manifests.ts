import type { ExposedModule, ReleaseManifest } from '@composed/contracts/release-manifest';

export const hash = (letter: string) => `sha256-${letter.repeat(43)}=`;
const listedFile = (letter: string) => ({ bytes: 1, integrity: hash(letter) });
export const pricing: ReleaseManifest = {
  app: 'pricing',
  version: '0123456789abcdef0123456789abcdef',
  providesVersion: 1,
  entry: 'entry.0a.js',
  global: 'our_prices',
  files: {
    'entry.0a.js': listedFile('a'),
    '204.0b.js': listedFile('b'),
    'styles.0c.css': listedFile('c'),
  },
  server: listedFile('d'),
  maps: {},
  exposes: {
    './PricingSection': {
      scripts: ['entry.0a.js', '204.0b.js'],
      styles: ['styles.0c.css'],
      props: { links: true, prices: true },
      calls: ['/tables'],
    },
  },
  shared: { react: '^19.1.0' },
  source: 'remote-pricing',
  builtAt: '2026-03-01T00:00:00.000Z',
  commit: null,
};
/** The manifest of a host that the remote fits. */
export const host: ReleaseManifest = {
  ...pricing,
  app: 'host',
  entry: 'main.0a.js',
  global: null,
  files: {
    'main.0a.js': listedFile('e'),
    'bootstrap.0b.js': listedFile('f'),
    'bootstrap-styles.0b.js': listedFile('f'),
    'overlay.0d.js': listedFile('f'),
    'styles.0c.css': listedFile('a'),
    'root/icon.0123456789ab.svg': listedFile('b'),
  },
  exposes: { '.': { scripts: ['main.0a.js'], styles: ['styles.0c.css'] } },
  shared: { react: '19.2.0' },
  source: 'host',
};

/** Pricing, whose package says something else of its module. */
export const pricingWith = (fields: Partial<ExposedModule>): ReleaseManifest => {
  const [[expose, module] = []] = Object.entries(pricing.exposes);
  return expose && module
    ? { ...pricing, exposes: { [expose]: { ...module, ...fields } } }
    : pricing;
};
