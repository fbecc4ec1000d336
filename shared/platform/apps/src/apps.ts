import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import {
  appBudget,
  appName,
  dataName,
  moduleFields,
  pageRow,
  trustedTypesPolicy,
} from '@composed/contracts/release-manifest';
import { outsideFields } from '@composed/contracts/outside-origins';
import { getRepositoryRoot, getSiteDescription } from './this-repository';
import { fieldError, knownFields } from './known-fields';
import { readSiteDescription, type SiteDescription } from './site-description';
import { readPackage, workspaceFolders } from './workspaces';
import { described, textLike } from '@composed/contracts/schemas';

/** The port of the host's dev server. Remotes have higher ones. */
const firstPort = 3000;
const lastPort = 3535;

const exposedModule = knownFields({
  import: described(
    'The source file of the module, relative to the folder of the app. Without this field it is the file in ./src with the name of the module.',
    v.exactOptional(v.pipe(v.string(), v.startsWith('./'))),
  ),
  ...moduleFields,
});

/** The schema of "microFrontend" in an app's package.json. */
export const appSchema = knownFields({
  name: described(
    'Federation name, asset folder and prefix of class names; "host" is the host.',
    appName,
  ),
  exposes: described(
    'The modules that the app exposes, by federation expose key. The host exposes none.',
    v.optional(
      v.record(textLike(/^\.\/[\w-]+$/, 'must be such as "./ReviewsSection"'), exposedModule),
      {},
    ),
  ),
  data: described(
    'Only in the host: the names of the JSON data that its pages are composed with.',
    v.optional(v.array(dataName)),
  ),
  pages: described(
    'The pages that the app adds, under prefixes that the host grants to it.',
    v.optional(v.array(knownFields(pageRow.entries))),
  ),
  trustedTypes: described(
    'The names of the Trusted Types policies that the app’s scripts create, as some libraries do.',
    v.optional(v.array(trustedTypesPolicy)),
  ),
  outside: described(
    'The other origins that the app uses, such as { "connect": ["https://errors.example.com"] }. The owner of the site grants them.',
    v.optional(knownFields(outsideFields)),
  ),
  budget: described(
    'The most bytes that the app may take, compressed with brotli. The defaults hold for every app without this field.',
    v.optional(knownFields(appBudget.entries)),
  ),
  port: described(
    'The port of the app’s dev server. The host has 3000. The variable DEV_PORT replaces that port and shifts all others by the same number.',
    v.pipe(v.number(), v.integer(), v.minValue(firstPort), v.maxValue(lastPort)),
  ),
});

/** An app of this checkout: its description, with the port shifted by DEV_PORT, and where its sources are. */
export interface App extends Readonly<v.InferOutput<typeof appSchema>> {
  /** The app's folder, relative to the workspace root: '.' in a repository of its own. */
  readonly folder: string;
  /** The URL of the repository that its package.json names. Without one, the name of the package. */
  readonly source: string;
}

/** The source file of an exposed module, relative to the folder of its app. */
export const moduleSourceFile = (expose: string, { import: source }: App['exposes'][string]) =>
  source ?? `./src/${expose.slice('./'.length)}`;

export const isHost = ({ name }: Pick<App, 'name'>) => name === 'host';

/** How far DEV_PORT shifts the ports. @composed/command/environment validates the variable. */
const portShift = () => Number(process.env['DEV_PORT'] ?? firstPort) - firstPort;

/** The schema of an app whose modules take only props that its site provides. Without an installed site, any prop. */
const createAppSchema = ({ package: sitePackage, provides }: SiteDescription) =>
  v.pipe(
    appSchema,
    v.rawCheck(({ dataset, addIssue }) => {
      const modules = dataset.typed ? Object.values(dataset.value.exposes) : [];
      const props = modules.flatMap((module) => Object.keys(module.props ?? {}));
      const missing = props.find((name) => name !== 'page' && !Object.hasOwn(provides, name));
      if (missing !== undefined && sitePackage !== '')
        addIssue({ message: `takes "${missing}", which hosts provide to no remote` });
    }),
  );

/**
 * Reads the app that a folder's package.json describes.
 * @returns an empty list for a package that is not an app
 * @throws Error naming the file and the field when the description is invalid
 */
export function readApp(root: string, folder: string, site = getSiteDescription()): App[] {
  const file = path.join(root, folder, 'package.json');
  const { name, repository, microFrontend } = readPackage(file);
  if (microFrontend === undefined) return [];
  const parsed = v.safeParse(createAppSchema(site), microFrontend);
  if (parsed.success) {
    const port = parsed.output.port + portShift();
    const repositoryUrl = typeof repository === 'object' ? repository.url : repository;
    return [{ ...parsed.output, folder, port, source: repositoryUrl ?? name }];
  }
  throw fieldError(file, 'microFrontend', parsed.issues);
}

/**
 * Reads an app for the configuration of its bundler.
 * @param home the app's folder, absolute
 * @throws Error when the folder's package.json describes no app
 */
export function readAppAt(home: string): App {
  const [app] = readApp(getRepositoryRoot(), path.relative(getRepositoryRoot(), home) || '.');
  if (app) return app;
  throw new Error(`${home}/package.json has no field "microFrontend".`);
}

/**
 * Returns the lowest port that no package.json of a checkout describes. DEV_PORT does not shift it.
 * @throws Error when no port is left
 */
export function findFreeAppPort(root: string): number {
  const ports = new Set(findApps(root).map(({ port }) => port - portShift()));
  for (let port = firstPort + 1; port <= lastPort; port += 1) if (!ports.has(port)) return port;
  throw new Error(`No port from ${firstPort + 1} to ${lastPort} is left for another app.`);
}

/**
 * Finds the apps that this checkout can build: every workspace with a description of an app, or the only package
 * of a repository of its own. A site may have more apps: its store lists them.
 * @param root the folder where packages are installed
 * @returns the host first, then the remotes by port
 * @throws Error naming the file and the field when a description is invalid, or the two apps that share a name or
 *   a port
 */
export function findApps(root = getRepositoryRoot()): readonly App[] {
  if (!existsSync(path.join(root, 'package.json'))) return [];
  const site = readSiteDescription(root);
  const apps = ['.', ...workspaceFolders(root)].flatMap((folder) => readApp(root, folder, site));
  for (const key of ['name', 'port'] as const) {
    const isDuplicate = (app: App) => apps.some((each) => each !== app && each[key] === app[key]);
    const [first, second] = apps.filter(isDuplicate);
    if (first && second) {
      throw new Error(`${first.folder} and ${second.folder} have the same ${key}, ${first[key]}.`);
    }
  }
  return apps.toSorted((a, b) => a.port - b.port);
}

/** Finds the remotes of this checkout, sorted by port. */
export const findRemotes = () => findApps().filter((app) => !isHost(app));

/** @throws Error listing the names of all apps when none is called `name` */
export function requireApp(name: string, among = findApps()): App {
  const app = among.find((candidate) => candidate.name === name);
  if (app) return app;
  const names = among.map((candidate) => candidate.name).join(', ');
  throw new Error(`"${name}" is not one of these apps: ${names}.`);
}
