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
import { outsideFields } from '@composed/contracts/outside';
import { repositoryRoot, siteDescription } from './this-repository';
import { knownFields, wrongField } from './known-fields';
import { readSite, type SiteDescription } from './site';
import { readPackage, workspaceFolders } from './workspaces';
import { described, textLike } from '@composed/contracts/schemas';

/** The port of the host's dev server, the first that apps describe. */
const firstPort = 3000;
const lastPort = 3535;

const exposed = knownFields({
  import: described(
    'The module, relative to the folder of the app; left out, the one of its name in ./src.',
    v.exactOptional(v.pipe(v.string(), v.startsWith('./'))),
  ),
  ...moduleFields,
});

/** The description of an app, under "microFrontend" in its package.json. */
export const appDescription = knownFields({
  name: described(
    'Federation name, asset folder and prefix of class names; "host" is the host.',
    appName,
  ),
  exposes: described(
    'Its modules, by federation expose key. The host has none.',
    v.optional(
      v.record(textLike(/^\.\/[\w-]+$/, 'must be such as "./ReviewsSection"'), exposed),
      {},
    ),
  ),
  data: described(
    'Of the host: names of the JSON that its pages are composed with.',
    v.optional(v.array(dataName)),
  ),
  pages: described(
    'The pages that it brings, under prefixes that the host grants to it.',
    v.optional(v.array(knownFields(pageRow.entries))),
  ),
  trustedTypes: described(
    'Policies of Trusted Types that its scripts make, as some libraries do.',
    v.optional(v.array(trustedTypesPolicy)),
  ),
  outside: described(
    'Origins of others that it uses, such as { "connect": ["https://errors.example.com"] }. The owner of the site grants them.',
    v.optional(knownFields(outsideFields)),
  ),
  budget: described(
    'The most bytes that it may take, brotli, where not those of any app.',
    v.optional(knownFields(appBudget.entries)),
  ),
  port: described(
    'Of its own dev server. The host’s is 3000; DEV_PORT takes its place, and moves the others with it.',
    v.pipe(v.number(), v.integer(), v.minValue(firstPort), v.maxValue(lastPort)),
  ),
});

/** The description of an app, its port moved by DEV_PORT, and where it is. */
export interface App extends Readonly<v.InferOutput<typeof appDescription>> {
  /** The app's own, from the root of its workspaces: '.' in a repository of its own. */
  readonly folder: string;
  /** The repository that its package names, or else the package. */
  readonly source: string;
}

/** The source of an exposed module, from the folder of its app. */
export const sourceOf = (expose: string, { import: source }: App['exposes'][string]) =>
  source ?? `./src/${expose.slice('./'.length)}`;

/** The app that shows the others. */
export const isHost = ({ name }: Pick<App, 'name'>) => name === 'host';

/** How far the ports are from those described: @composed/command/environment checks the variable. */
const movedBy = () => Number(process.env['DEV_PORT'] ?? firstPort) - firstPort;

/** The schema of a site’s app. Without an installed site any prop may be taken. */
const appSchema = ({ package: described, provides }: SiteDescription) =>
  v.pipe(
    appDescription,
    v.rawCheck(({ dataset, addIssue }) => {
      const modules = dataset.typed ? Object.values(dataset.value.exposes) : [];
      const props = modules.flatMap((module) => Object.keys(module.props ?? {}));
      const missing = props.find((name) => name !== 'page' && !Object.hasOwn(provides, name));
      if (missing !== undefined && described !== '')
        addIssue({ message: `takes "${missing}", which hosts provide to no remote` });
    }),
  );

/**
 * @param ofSite the description of the site
 * @returns nothing for a package that is no app
 * @throws Error naming the file and the field when an app describes itself wrongly
 */
export function readApp(root: string, folder: string, ofSite = siteDescription): App[] {
  const file = path.join(root, folder, 'package.json');
  const { name, repository, microFrontend } = readPackage(file);
  if (microFrontend === undefined) return [];
  const parsed = v.safeParse(appSchema(ofSite), microFrontend);
  if (parsed.success) {
    const port = parsed.output.port + movedBy();
    const home = typeof repository === 'object' ? repository.url : repository;
    return [{ ...parsed.output, folder, port, source: home ?? name }];
  }
  throw wrongField(file, 'microFrontend', parsed.issues);
}

/**
 * The app whose bundler is configured.
 * @param home of the app: its folder, whose package.json describes it
 * @throws Error when it describes no app
 */
export function appAt(home: string): App {
  const [app] = readApp(repositoryRoot, path.relative(repositoryRoot, home) || '.');
  if (app) return app;
  throw new Error(`${home}/package.json has no field "microFrontend".`);
}

/**
 * A port that no app of a checkout describes as its own. DEV_PORT moves none of these.
 * @throws Error when there is none left
 */
export function freeAppPort(root: string): number {
  const ports = new Set(findApps(root).map(({ port }) => port - movedBy()));
  for (let port = firstPort + 1; port <= lastPort; port += 1) if (!ports.has(port)) return port;
  throw new Error(`No port from ${firstPort + 1} to ${lastPort} is left for another app.`);
}

/**
 * The apps that this checkout can build: every workspace that describes itself as one, or the one package of
 * a repository of its own. Which apps a site has, its store knows.
 * @param root where packages are installed
 * @returns the host first, then by port
 * @throws Error naming the file and the field when an app describes itself wrongly, or two with one name or port
 */
export function findApps(root = repositoryRoot): readonly App[] {
  if (!existsSync(path.join(root, 'package.json'))) return [];
  const ofSite = readSite(root);
  const apps = ['.', ...workspaceFolders(root)].flatMap((folder) => readApp(root, folder, ofSite));
  for (const key of ['name', 'port'] as const) {
    const isTwin = (app: App) => apps.some((each) => each !== app && each[key] === app[key]);
    const [one, two] = apps.filter(isTwin);
    if (one && two) {
      throw new Error(`${one.folder} and ${two.folder} have the same ${key}, ${one[key]}.`);
    }
  }
  return apps.toSorted((a, b) => a.port - b.port);
}

/** The apps of a checkout but for the host, by port. */
export const findRemotes = () => findApps().filter((app) => !isHost(app));

/** @throws Error naming all apps when `name` is none of them */
export function appNamed(name: string, among = findApps()): App {
  const app = among.find((candidate) => candidate.name === name);
  if (app) return app;
  const names = among.map((candidate) => candidate.name).join(', ');
  throw new Error(`"${name}" is not one of these apps: ${names}.`);
}
