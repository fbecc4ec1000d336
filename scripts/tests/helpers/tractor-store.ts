import { expect } from '@playwright/test';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { freePort } from '@composed/http/operations/free-port';
import { startCommand } from '@composed/testing/server/start-process';
import { install } from './own-repository';

/*
 * The Tractor Store (https://github.com/neuland/tractor-store): what `npm run new -- --site` writes, with two teams, of
 * which Vite builds one, and a third in a repository of its own.
 */

const run = promisify(execFile);
const checkout = join(import.meta.dirname, '../../..');
const sources = join(checkout, 'scripts/tests/tractor-store');

const object = v.record(v.string(), v.unknown());
const isObject = (value: unknown) => v.is(object, value) && !Array.isArray(value);

/** One description over another; what modules there are is said anew. */
function merged(before: unknown, after: unknown, name = ''): unknown {
  if (!isObject(before) || !isObject(after) || name === 'microFrontend') return after;
  const from = v.parse(object, before);
  const to = v.parse(object, after);
  const all = Object.entries(to).map(([key, value]) => [key, merged(from[key], value, key)]);
  return { ...from, ...Object.fromEntries(all) };
}

async function mergePackage(file: string, more: object, own = readJson(file)): Promise<void> {
  await writeFile(file, `${JSON.stringify(merged(await own, more), null, 2)}\n`);
}
const readJson = async (file: string) => v.parse(object, JSON.parse(await readFile(file, 'utf8')));

/** Writes the sources of the site into a folder, and what makes its packages known to npm. */
async function writeTractorStore(folder: string): Promise<void> {
  const at = (...names: readonly string[]) => join(folder, ...names);
  const words = ['run', '--silent', 'new', '--', '--site', folder];
  await run('npm', words, { cwd: checkout });
  for (const team of ['explore', 'decide'])
    await cp(at('remote-news'), at(`remote-${team}`), { recursive: true });
  const replaced = [
    'remote-news',
    'remote-explore/src',
    'remote-decide/src',
    ...['remotes.tsx', 'routes.tsx', 'routes.test.tsx'].map((file) => `host/src/${file}`),
    ...['HomePage', 'AboutPage', 'FirstStepsPage'].map((page) => `host/src/pages/${page}.tsx`),
  ];
  for (const each of replaced) await rm(at(each), { recursive: true });
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

/** Writes the repository of Checkout beside the site, whose packages it installs. */
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
    devDependencies: merged(devDependencies, shared),
  });
  await install(folder);
}

/** Writes the site and the repository of Checkout, starts it, and publishes Checkout from there. */
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
  const releaseIn = (cwd: string, words: readonly string[]) =>
    run('npm', ['run', '--silent', 'release', '--', ...words], {
      cwd,
      env: { ...process.env, ...environment },
    });
  const releaseCheckout = (...words: readonly string[]) => releaseIn(ofCheckout(), words);
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
    release: (...words: readonly string[]) => releaseIn(at(), words),
    /** The release command of the team of Checkout, in its repository. */
    releaseCheckout,
    edit: async (file: string, before: string, after: string) => {
      const path = resolve(at(), file);
      const text = await readFile(path, 'utf8');
      expect(text).toContain(before);
      await writeFile(path, text.replace(before, after));
    },
    /** Composes with so many products more. @returns MB of memory at most, and seconds of composing and of all steps */
    composeMany: async (count: number) => {
      const file = at('data/products.json');
      const [first, ...others] = v.parse(v.array(object), JSON.parse(await readFile(file, 'utf8')));
      const more = Array.from({ length: count }, (_, n) => {
        const sku = `MANY-${n}`;
        const variants = [{ sku, color: 'green' }];
        return { ...first, sku, color: 'green', name: `Meadow Runner ${n}`, variants };
      });
      const own = [first, ...others].filter(
        (product) => !String(product?.['sku']).startsWith('MANY'),
      );
      await writeFile(file, JSON.stringify([...own, ...more]));
      // Every process of the command says it, of which the tool is the largest; guests have less still.
      const say = 'console.error("maxRSS " + process.resourceUsage().maxRSS)';
      const said = `--import=data:text/javascript,process.on('exit',()=>${encodeURIComponent(say)})`;
      const env = { ...process.env, ...environment, NODE_OPTIONS: said };
      const words = ['run', '--silent', 'release', '--', 'compose'];
      const { stdout, stderr } = await run('npm', words, { cwd: at(), env });
      const sizes = [...stderr.matchAll(/maxRSS (\d+)/g)].map(([, size]) => Number(size) / 1000);
      const [composing, all] = [/Compose the pages.* ([\d.]+) s$/m, /\(([\d.]+) s\)$/m].map(
        (seconds) => Number(seconds.exec(stdout + stderr)?.[1]),
      );
      return { memory: Math.max(...sizes), composing: composing ?? NaN, all: all ?? NaN };
    },
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Chooses and orders a machine in the page as fast as a machine can: no script of its modules has run. */
export function orderAtOnce(): void {
  document.querySelector<HTMLInputElement>('main input[value="electric"]')?.click();
  const count = document.querySelector<HTMLSelectElement>('main select');
  if (count) count.value = '2';
  for (const type of ['input', 'change']) count?.dispatchEvent(new Event(type, { bubbles: true }));
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
  buttons.find(({ textContent }) => textContent.trim() === 'Add to cart')?.click();
}

/** Writes a new team’s remote, which Vite builds as it does Decide’s, into the site. */
export async function writeSupport(site: string): Promise<void> {
  const at = (...names: readonly string[]) => join(site, ...names);
  await cp(at('remote-decide'), at('remote-support'), { recursive: true });
  const described = {
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
  await writeFile(at('remote-support/package.json'), JSON.stringify(described));
  await rm(at('remote-support/src/ProductPage.tsx'));
  const help = `import type { Provides } from '@tractors/shared/provides';
export default function Help({ categories }: Pick<Provides, 'categories'>) {
  return <a href="tel:0">Call us about {categories[0]?.name}</a>;
}
`;
  await writeFile(at('remote-support/src/Help.tsx'), help);
}
