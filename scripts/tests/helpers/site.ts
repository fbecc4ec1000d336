import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { catchAll, pageAddresses, pageFile } from '@composed/contracts/page-addresses';
import { elementsIn } from '@composed/compose/html/elements';
import { serviceTable } from '@shopwright/services/service-table';
import { startScript } from '@composed/testing/server/start-process';
import { freePort } from '@composed/http/operations/free-port';

const repository = join(import.meta.dirname, '../../..');

/** A running production site. */
export type Site = Readonly<Awaited<ReturnType<typeof startSite>>>;

export type Environment = Readonly<Record<string, string>>;

/** The addresses of the pages that a site shows, nested ones too. */
export const pathsOf = async ({ siteDir }: Pick<Site, 'siteDir'>) =>
  pageAddresses(await readdir(join(siteDir, 'live'), { recursive: true }));

/** An address that no page has. */
export const nowhere = '/no-such-page';

const textIn = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';

/** Every composed page of a site: title, heading, and the modules in it by federation id. */
export async function screensOf(site: Pick<Site, 'siteDir'>) {
  const pages = (await pathsOf(site)).map((path) => [path, pageFile(path)] as const);
  const files = [...pages, [nowhere, pageFile(catchAll)] as const];
  return Promise.all(
    files.map(async ([path, file]) => {
      const elements = elementsIn(parse(await readFile(join(site.siteDir, 'live', file), 'utf8')));
      const textOf = (name: string) =>
        elements
          .filter(({ tagName }) => tagName === name)
          .map(textIn)
          .join();
      const attributes = elements.flatMap(({ attrs }) => attrs);
      const slots = attributes.filter(({ name }) => name === 'data-slot').map(({ value }) => value);
      return { path, title: textOf('title'), heading: textOf('h1'), slots };
    }),
  );
}

/** Variables that a developer's own environment must not decide; an empty value counts as unset. */
const ownEnvironment = Object.fromEntries(
  [...Object.values(serviceTable.variables), 'SITE_URL'].map((name) => [name, '']),
);

/** Has the store of a site that is published once for all browser tests (build-once.ts). */
const publishedStore = 'PUBLISHED_STORE';

/** Runs a command of the repository, or of a copy of it, that serves a site, on a free port and in folders of its own. */
async function runSite(command: 'start' | 'serve', environment: Environment, root: string) {
  const folder = await mkdtemp(join(tmpdir(), 'shopwright-site-'));
  const dataDir = join(folder, 'data');
  const siteDir = join(folder, 'site');
  const published = process.env[publishedStore] ?? '';
  if (command === 'serve')
    await cp(published, siteDir, { recursive: true, verbatimSymlinks: true });
  // Each test's visitors say where they come from (visitorAddress).
  const trust = { TRUSTED_PROXIES: '127.0.0.1,::1' };
  const siteEnvironment = {
    ...ownEnvironment,
    ...trust,
    DATA_DIR: dataDir,
    SITE_DIR: siteDir,
    ...environment,
  };
  const env = { ...process.env, PORT: String(await freePort()), ...siteEnvironment };
  const { ready, output, stop: end } = startScript(command, [], { cwd: root, env });
  /** Ends its process and removes its folders. Does nothing the second time. */
  const stop = async (): Promise<void> => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    /** The address of the site, without a trailing slash. */
    const url = await ready();
    return { url, dataDir, siteDir, output, end, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the production site as `npm start` does.
 * @param environment such as SUBSCRIPTION_URL
 * @param root of the repository, or of a copy of it
 * @throws Error with everything it printed when it ends early or is not ready in time
 */
export const startSite = (environment: Environment = {}, root = repository) =>
  runSite('start', environment, root);

/** A site from the store that browser tests have in common: it builds, publishes and composes nothing. */
export const servePublished = (root = repository) => runSite('serve', {}, root);

/** Publishes the site that `servePublished` serves from then on, in this process and in those that it starts. */
export async function publishOnce() {
  const { end, siteDir, stop } = await startSite();
  await end();
  process.env[publishedStore] = siteDir;
  return stop;
}
