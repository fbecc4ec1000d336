import { expect } from '@playwright/test';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { freePort } from '@composed/http/operations/free-port';
import { startCommand } from '../server/start-process';
import { install } from './repository';

/*
 * The Tractor Store (https://github.com/neuland/tractor-store): a site that `npm run new -- --site` writes, with two
 * teams, one of which builds with Vite, and a third team in a repository of its own.
 */

const run = promisify(execFile);
const checkout = join(import.meta.dirname, '../../../../..');
const sources = join(import.meta.dirname, '../../tractor-store');

const object = v.record(v.string(), v.unknown());
const isObject = (value: unknown) => v.is(object, value) && !Array.isArray(value);

/** Merges JSON objects recursively, but replaces the field "microFrontend" as a whole. */
function merge(base: unknown, changes: unknown, name = ''): unknown {
  if (!isObject(base) || !isObject(changes) || name === 'microFrontend') return changes;
  const baseFields = v.parse(object, base);
  const changedFields = Object.entries(v.parse(object, changes)).map(
    ([key, value]) => [key, merge(baseFields[key], value, key)] as const,
  );
  return { ...baseFields, ...Object.fromEntries<unknown>(changedFields) };
}

async function mergePackage(file: string, changes: object): Promise<void> {
  const merged = merge(await readJson(file), changes);
  await writeFile(file, `${JSON.stringify(merged, null, 2)}\n`);
}
const readJson = async (file: string) => v.parse(object, JSON.parse(await readFile(file, 'utf8')));

/** Writes the sources of the site into a folder, and installs its packages. */
async function writeTractorStore(folder: string): Promise<void> {
  const at = (...names: readonly string[]) => join(folder, ...names);
  await run('npm', ['run', '--silent', 'new', '--', '--site', folder], { cwd: checkout });
  for (const team of ['explore', 'decide'])
    await cp(at('remote-news'), at(`remote-${team}`), { recursive: true });
  const obsolete = [
    'remote-news',
    'remote-explore/src',
    'remote-decide/src',
    ...['modules.tsx', 'routes.tsx', 'routes.test.tsx'].map((file) => `host/src/${file}`),
    ...['HomePage', 'AboutPage', 'FirstStepsPage'].map((page) => `host/src/pages/${page}.tsx`),
  ];
  for (const each of obsolete) await rm(at(each), { recursive: true });
  for (const part of ['data', 'host', 'remote-decide', 'remote-explore', 'shared']) {
    const source = join(sources, part);
    const isPackage = (file: string) => basename(file) === 'package.json';
    await cp(source, at(part), { recursive: true, filter: (file) => !isPackage(file) });
    const own = join(source, 'package.json');
    if (existsSync(own)) await mergePackage(at(part, 'package.json'), await readJson(own));
  }
  // The team of Decide builds with Vite.
  const template = 'shared/platform/cli/templates/bundlers/vite/bundler.config.ts.template';
  await cp(join(checkout, template), at('remote-decide/vite.config.ts'));
  await rm(at('remote-decide/webpack.config.ts'));
  await install(folder);
}

/** Writes the repository of the team Checkout, and installs the site's packages in it. */
async function writeCheckout(folder: string, site: string): Promise<void> {
  await cp(join(sources, 'checkout'), folder, { recursive: true });
  const packages = join(folder, 'packages');
  await cp(join(site, 'packages'), packages, { recursive: true });
  await run('npm', ['pack', '--pack-destination', packages], { cwd: join(site, 'shared') });
  const { devDependencies, ...root } = await readJson(join(site, 'package.json'));
  const { browserslist, overrides } = root;
  const shared = { '@tractors/shared': 'file:packages/tractors-shared-1.0.0.tgz' };
  await mergePackage(join(folder, 'package.json'), {
    browserslist,
    overrides,
    devDependencies: merge(devDependencies, shared),
  });
  await install(folder);
}

/** Adds products to the site's data. Replaces those that an earlier call has added. */
async function addProducts(file: string, count: number): Promise<void> {
  const products = v.parse(v.array(object), JSON.parse(await readFile(file, 'utf8')));
  const [firstProduct] = products;
  const addedProducts = Array.from({ length: count }, (_, n) => {
    const sku = `MANY-${n}`;
    const variants = [{ sku, color: 'green' }];
    return { ...firstProduct, sku, color: 'green', name: `Meadow Runner ${n}`, variants };
  });
  const ownProducts = products.filter((product) => !String(product['sku']).startsWith('MANY'));
  await writeFile(file, JSON.stringify([...ownProducts, ...addedProducts]));
}

/**
 * Runs the command `compose` in the folder of a site.
 * @returns the memory in MB of its largest process, and the seconds of composing and of all steps
 */
async function measureCompose(cwd: string, environment: NodeJS.ProcessEnv) {
  // Preloaded into every process of the command. The largest is the tool itself, since guests may use less.
  const printMemory = 'console.error("maxRSS " + process.resourceUsage().maxRSS)';
  const preload = `--import=data:text/javascript,process.on('exit',()=>${encodeURIComponent(printMemory)})`;
  const { stdout, stderr } = await run('npm', ['run', '--silent', 'release', '--', 'compose'], {
    cwd,
    env: { ...environment, NODE_OPTIONS: preload },
  });
  const sizes = [...stderr.matchAll(/maxRSS (\d+)/g)].map(([, size]) => Number(size) / 1000);
  const secondsIn = (pattern: RegExp) => Number(pattern.exec(stdout + stderr)?.[1]);
  return {
    memory: Math.max(...sizes),
    composing: secondsIn(/Compose the pages.* ([\d.]+) s$/m),
    all: secondsIn(/\(([\d.]+) s\)$/m),
  };
}

/** Writes the site and the repository of Checkout, starts the site, and publishes Checkout from its repository. */
export async function startTractorStore() {
  const folder = await mkdtemp(join(tmpdir(), 'tractor-store-'));
  const at = (...names: readonly string[]) => join(folder, 'tractors', ...names);
  const ofCheckout = (...names: readonly string[]) => join(folder, 'checkout', ...names);
  const port = String(await freePort());
  const environment = {
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
    SITE_DIR: at('.site'),
    DATA_DIR: '.data',
    npm_config_offline: 'true',
    npm_config_audit: 'false',
  };
  const env = { ...process.env, ...environment };
  const releaseIn = (cwd: string, args: readonly string[]) =>
    run('npm', ['run', '--silent', 'release', '--', ...args], { cwd, env });
  const releaseCheckout = (...args: readonly string[]) => releaseIn(ofCheckout(), args);
  await writeTractorStore(at());
  const [{ stop, address: url }] = await Promise.all([
    startCommand(at(), ['exec', 'composed', 'start'], /^The site is ready at (\S+)$/m, environment),
    writeCheckout(ofCheckout(), at()),
  ]);
  await releaseCheckout('publish', 'checkout');
  return {
    url,
    at,
    ofCheckout,
    environment,
    release: (...args: readonly string[]) => releaseIn(at(), args),
    /** Runs a release command in the repository of Checkout. */
    releaseCheckout,
    edit: async (file: string, before: string, after: string) => {
      const path = resolve(at(), file);
      const text = await readFile(path, 'utf8');
      expect(text).toContain(before);
      await writeFile(path, text.replace(before, after));
    },
    /** Composes the site with additional products, and measures it. */
    composeMany: async (count: number) => {
      await addProducts(at('data/products.json'), count);
      return measureCompose(at(), env);
    },
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs in the page: chooses and orders a product at once, before any script of its modules has run. */
export function orderAtOnce(): void {
  document.querySelector<HTMLInputElement>('main input[value="electric"]')?.click();
  const count = document.querySelector<HTMLSelectElement>('main select');
  if (count) count.value = '2';
  for (const type of ['input', 'change']) count?.dispatchEvent(new Event(type, { bubbles: true }));
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
  buttons.find(({ textContent }) => textContent.trim() === 'Add to cart')?.click();
}

/** Writes the remote of a new team, Support, into the site. Vite builds it, like that of Decide. */
export async function writeSupport(site: string): Promise<void> {
  const at = (...names: readonly string[]) => join(site, ...names);
  await cp(at('remote-decide'), at('remote-support'), { recursive: true });
  const packageJson = {
    name: 'remote-support',
    version: '1.0.0',
    private: true,
    type: 'module',
    microFrontend: {
      name: 'support',
      port: 3004,
      exposes: {
        './Help': { import: './src/Help', props: { categories: true }, slot: 'header-end' },
      },
    },
    peerDependencies: { react: '^19.0.0', 'react-dom': '^19.0.0' },
  };
  await writeFile(at('remote-support/package.json'), JSON.stringify(packageJson));
  await rm(at('remote-support/src/ProductPage.tsx'));
  const help = `import type { Provides } from '@tractors/shared/provides';
export default function Help({ categories }: Pick<Provides, 'categories'>) {
  return <a href="tel:0">Call us about {categories[0]?.name}</a>;
}
`;
  await writeFile(at('remote-support/src/Help.tsx'), help);
}
