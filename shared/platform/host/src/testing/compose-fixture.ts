import type { ComposerInput } from '@composed/contracts/composer';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { createElement, type ReactNode } from 'react';
import { RemoteSlot } from '../slots/RemoteSlot';
import type { ComposerConfig, PageRoute } from '../site/site-config';
import { host, pricing } from './manifests';
import { createComposer } from '../composer/create-composer';

export const id = 'pricing/PricingSection';
const slots = [id, 'signup/SignupPage'];
export const prices = { value: { cost: 0 }, readOn: '2026-03-01' };
export const links = { home: '/' };

interface Site {
  readonly data: Readonly<Record<string, unknown>>;
  readonly hasRelease: (id: string) => boolean;
}

export const route = (
  path: PageRoute['path'],
  element: ReactNode,
  indexable = true,
): PageRoute => ({
  path,
  caseSensitive: true,
  title: path,
  search: { indexable },
  element,
});

/** A site with two pages: one shows the prices, the other no module. */
const site: ComposerConfig<Site, PageRoute> = {
  createSite: (facts) => facts,
  readData: ({ prices: json }) => {
    const isRead = json && Reflect.has(Object(json.value) as object, 'cost');
    return { data: isRead ? { prices: json } : {}, unread: json && !isRead ? ['prices'] : [] };
  },
  routesOf: ({ data, hasRelease }) => [
    route(
      '/',
      createElement(
        'p',
        null,
        `Prices of ${String(Reflect.get(Object(data['prices']), 'readOn') ?? 'no day')}`,
        hasRelease(id) && createElement(RemoteSlot, { id }),
      ),
    ),
    route('*', 'Not here', false),
  ],
  providesOf: ({ data }) => ({ links, prices: data['prices'] ?? null }),
  wrapInSite: (_, node) => node,
  modules: Object.fromEntries(slots.map((slot) => [slot, { label: slot, skeleton: null }])),
  Shell: ({ children }) => createElement('main', null, children),
  SlotNotice: () => null,
  shared: {},
  renderHead: ({ route: { title } }) => `<title>${title}</title>`,
  closedToRobots: ['/redirect'],
  services: ['/store'],
};

interface Parts extends Partial<Omit<ComposerInput, 'releases'>> {
  readonly manifests?: readonly ReleaseManifest[];
  /** Texts of files that differ from the default ones, by '<app>/<name>'. */
  readonly files?: Readonly<Record<string, string>>;
  readonly site?: Partial<typeof site>;
}

export async function compose({ manifests = [host, pricing], files = {}, ...parts }: Parts = {}) {
  const texts: Readonly<Record<string, string>> = {
    'host/styles.0c.css': '.host{}',
    'pricing/styles.0c.css': '.pricing{}',
    'host/bootstrap.0b.js': 'bootstrap()',
    'host/bootstrap-styles.0b.js': 'styles()',
    ...files,
  };
  const steps: string[] = [];
  const composer = createComposer({ ...site, ...parts.site });
  const input: ComposerInput = {
    data: { prices },
    basePath: '',
    indexable: true,
    settings: { siteUrl: 'https://shop.example.com' },
    hash: (text) => `hash of ${text.length}`,
    announce: (what) => steps.push(what),
    ...parts,
    releases: Object.fromEntries(
      manifests.map((manifest) => [
        manifest.app,
        {
          manifest: JSON.stringify(manifest),
          readFile: (name) => Promise.resolve(texts[`${manifest.app}/${name}`] ?? ''),
        },
      ]),
    ),
  };
  const plan = await composer.plan(input);
  const output = await composer.compose(input);
  return { plan, output, steps };
}

export async function composedPages(parts: Parts = {}): Promise<Record<string, string>> {
  const { output } = await compose(parts);
  if ('violations' in output) throw new Error(JSON.stringify(output.violations));
  const files = Object.fromEntries(
    Object.entries(output.files).map(([name, file]) => {
      return [name, 'text' in file ? file.text : `copy of ${file.file}`];
    }),
  );
  return { ...output.pages, ...files };
}

export async function violationsOf(parts: Parts): Promise<string[]> {
  const { output } = await compose(parts);
  const violations = 'violations' in output ? output.violations : [];
  return violations.map(({ app, reason }) => `${app}: ${reason}`);
}

export function dataOf(html = '', element: string): string {
  const block = new RegExp(`<script type="application/json" id="${element}">(.*?)</script>`, 's');
  return block.exec(html)?.[1] ?? '';
}
