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

/** Returns the addresses of all pages of a site, nested ones too. */
export const listPaths = async ({ siteDir }: Pick<Site, 'siteDir'>) =>
  pageAddresses(await readdir(join(siteDir, 'live'), { recursive: true }));

/** An address that no page has. */
export const missingPath = '/no-such-page';

function textIn(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
}

/** Reads the title, the heading and the ids of the modules of every composed page. */
export async function readScreens(site: Pick<Site, 'siteDir'>) {
  const pages = (await listPaths(site)).map((path) => [path, pageFile(path)] as const);
  const files = [...pages, [missingPath, pageFile(catchAll)] as const];
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

/** Unsets variables of the developer's environment. An empty value counts as unset. */
const ownEnvironment = Object.fromEntries(
  [...Object.values(serviceTable.variables), 'SITE_URL'].map((name) => [name, '']),
);

/** The variable with the store that is published once for all browser tests (../browser/build-once.ts). */
const publishedStore = 'PUBLISHED_STORE';

/** Runs a command that serves a site, on a free port and with folders of its own. */
async function runSite(command: 'start' | 'serve', environment: Environment, root: string) {
  const folder = await mkdtemp(join(tmpdir(), 'shopwright-site-'));
  const dataDir = join(folder, 'data');
  const siteDir = join(folder, 'site');
  const published = process.env[publishedStore] ?? '';
  if (command === 'serve')
    await cp(published, siteDir, { recursive: true, verbatimSymlinks: true });
  // Trusts the X-Forwarded-For of tests, which gives each test its own visitor address (visitorAddress).
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
  /** Ends the process and removes the folders. A second call does nothing. */
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

/** Serves a copy of the store that is published once for all browser tests. */
export const servePublished = (root = repository) => runSite('serve', {}, root);

/** Publishes the site that `servePublished` then serves, in this process and in those that it starts. */
export async function publishOnce() {
  const { end, siteDir, stop } = await startSite();
  await end();
  process.env[publishedStore] = siteDir;
  return stop;
}
