import { composerVersion } from '@composed/contracts/composer';
import type { ExposedModule } from '@composed/contracts/release-manifest';
import { compose } from '@composed/compose/pages/compose';
import { ReleaseError } from '@composed/command/errors';
import type { ComposableRelease, DeploymentInput } from '@composed/compose/deployment';
import { type FakeRelease, release, type ReleaseParts } from './fake-release';
import { EngineEndedError, startEngine } from '@composed/compose/sandbox/run-engine';

/**
 * Returns a minimal guest bundle of a host. Its composer shows every module on one page.
 * @param body code that runs first in `compose`
 * @param change code that runs before the page is returned, with `policy`, `head` and `body` in scope
 */
export function hostServer(body = '', change = ''): string {
  return `
  exports.composer = {
    version: ${composerVersion},
    plan: async ({ releases, data: { prices } }) => ({
      modules: Object.entries(releases).flatMap(([app, { manifest }]) =>
        Object.keys(app === 'host' ? {} : JSON.parse(manifest).exposes).map((expose) => ({ id: app + expose.slice(1), app, expose, props: { prices: prices && { ...prices.value, readOn: prices.readOn } } }))),
    }),
    compose: async ({ releases, data, basePath, indexable, settings, hash, announce }) => {
      ${body}
      announce('could not render /');
      const style = await releases.pricing.readFile('styles.0c.css');
      const { modules } = await exports.composer.plan({ releases, data });
      const [{ version: host }, ...manifests] = Object.values(releases).map(({ manifest }) => JSON.parse(manifest));
      const remotes = Object.fromEntries(manifests.map(({ app, version, entry, files }) =>
        [app, { version, entry: '/assets/' + app + '/' + entry, integrity: files[entry].integrity, global: 'remote_' + app, exposes: {} }]));
      const pins = { host, basePath, remotes };
      const facts = { indexable, settings, data };
      const block = (name, value) => '<script type="application/json" id="' + name + '">' + JSON.stringify(value).replaceAll('<', '\\u003c') + '</script>';
      let policy = [
        "default-src 'none'; script-src; style-src 'self' 'sha256-" + hash(style) + "'",
        "connect-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'",
        "require-trusted-types-for 'script'; trusted-types remote-entries host " + Object.keys(remotes).join(' '),
      ].join('; ');
      let head = '<style>' + style + '</style>' + block('pins', pins) + block('facts', facts);
      let body = '<header>Shop</header>' + modules.map(({ id }) => '<div data-slot="' + id + '"><div><!--slot:' + id + '--></div></div>').join('') + '<footer>Terms</footer>';
      ${change}
      const meta = '<meta http-equiv="Content-Security-Policy" content="' + policy + '">';
      return {
        pages: { '/': '<!doctype html><html><head>' + meta + head + '</head><body>' + body + '</body></html>' },
        empty: [],
        files: { 'logo.svg': { file: 'root/logo.0123456789ab.svg' } },
        unread: [],
      };
    },
  };
`;
}

/** A minimal bundle that renders modules. A component is a function from props to markup. */
export const hostRenderer = `
  exports.renderer = {
    version: ${composerVersion},
    provided: { react: { version: '19', internals: { current: 'Terms' }, useContext: ({ given }) => given } },
    renderModule: async (bundle, { expose, props }) => bundle[expose.slice(2)].default(props),
    headOf: (bundle, { expose }) => bundle[expose.slice(2)].head?.(),
  };
`;

export function aHost(parts: ReleaseParts = {}): FakeRelease {
  return release('host', parts, {
    server: hostServer(),
    renderer: hostRenderer,
    files: {
      'main.0a.js': 'main',
      'styles.0c.css': '.host{}',
      'root/logo.0123456789ab.svg': '<svg/>',
    },
    manifest: {
      entry: 'main.0a.js',
      data: ['prices'],
      exposes: { '.': { scripts: ['main.0a.js'], styles: ['styles.0c.css'] } },
      shared: { react: '19.2.0' },
    },
  });
}

/** Returns a guest bundle of pricing. @param body of the section's component, with `prices` in scope */
export function pricingServer(body: string): string {
  return `require('react'); exports.PricingSection = { default: ({ prices }) => { ${body} } };`;
}

export function aPricing({
  parts: held,
  ...parts
}: ReleaseParts & Pick<ExposedModule, 'parts'> = {}): FakeRelease {
  return release('pricing', parts, {
    server: pricingServer("return '<p>Prices of ' + (prices?.readOn ?? 'no day') + '</p>'"),
    maps: { 'entry.0a.js': '{"version":3}' },
    files: { 'entry.0a.js': 'entry', '204.0b.js': 'section', 'styles.0c.css': '.pricing{}' },
    manifest: {
      exposes: {
        './PricingSection': {
          scripts: ['entry.0a.js', '204.0b.js'],
          styles: ['styles.0c.css'],
          calls: ['/tables'],
          ...(held && { parts: held }),
        },
      },
      shared: { react: '^19.1.0' },
    },
  });
}

/** Reads the content of a slot in a fake page. */
export function slotOf(page: Buffer | undefined, id = 'pricing/PricingSection'): string {
  const slot = new RegExp(
    `data-slot="${id}"><div>(.*?)</div></div>(?=<div data-slot|<footer)`,
    's',
  );
  return slot.exec(page?.toString() ?? '')?.[1] ?? '';
}

/** Creates the input for a deployment of a host and the pricing remote. */
export function aDeploymentInput(
  {
    host = aHost(),
    pricing = aPricing(),
    ...otherFields
  }: Readonly<Record<string, ComposableRelease>> = {},
  parts: Partial<DeploymentInput> = {},
): DeploymentInput {
  return {
    releases: { host, pricing, ...otherFields },
    data: { prices: { value: {}, readOn: '2026-03-01' } },
    basePath: '',
    settings: { siteUrl: 'https://shop.example.com' },
    indexable: true,
    ...parts,
  };
}

const engines = new Map<string, ReturnType<typeof startEngine>>();

/**
 * `startEngine` with one process for all deployments of a test file, since starting it takes longer than most tests.
 * A guest still has its own thread, engine and memory.
 */
const startOnce: typeof startEngine = (limits) => {
  const name = JSON.stringify(limits);
  const engine = engines.get(name) ?? startEngine(limits);
  engines.set(name, engine);
  return {
    run: (guestRun) =>
      engine.run(guestRun).catch((error: unknown) => {
        if (error instanceof EngineEndedError) engines.delete(name);
        throw error;
      }),
    // The process ends after all tests of the file.
    end: () => true,
  };
};

// Processes that tests start import this file too, without Jest.
if ('afterAll' in globalThis) afterAll(() => engines.forEach((engine) => engine.end()));

/** Composes in one process for all tests of a file, without printing the output of releases. */
export const composeOnce: typeof compose = (input, options) =>
  compose(input, { print: () => undefined, start: startOnce, ...options });

/** Runs code as a guest, and returns its markup. */
export async function inGuest(body: string): Promise<string> {
  const pricing = aPricing({ server: pricingServer(body) });
  const { pages } = await composeOnce(aDeploymentInput({ pricing }));
  return slotOf(pages.get('index.html'));
}

/** Returns the message of a refused deployment, or “composed” with the content of the slot. */
export async function refusal(
  input: DeploymentInput,
  options: Parameters<typeof compose>[1] = {},
): Promise<string> {
  try {
    const { pages } = await composeOnce(input, options);
    return `composed ${slotOf(pages.get('index.html'))}`;
  } catch (error) {
    if (error instanceof ReleaseError) return error.message;
    throw error;
  }
}
