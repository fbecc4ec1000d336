import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import {
  appBudget,
  appName,
  dataName,
  federationId,
  pageRow,
  givenKinds,
  sitePath,
  slotName,
  trustedTypesPolicy,
  type ReleaseManifest,
} from '@composed/contracts/release-manifest';
import { repositoryRoot, site } from './shared-packages';
import { knownFields, mustBeTrue, wrongField } from './known-fields';
import { readSite, type SiteDescription } from './site';
import { readPackage, workspaceFolders } from './workspaces';

/** Ports that apps describe: the first is that of the host's dev server. */
const [firstPort, lastPort] = [3000, 3535];

const exposed = knownFields({
  import: v.pipe(
    v.exactOptional(v.pipe(v.string(), v.startsWith('./'))),
    v.description(
      'The module, relative to the folder of the app; left out, the one of its name in ./src.',
    ),
  ),
  props: v.pipe(
    // Keys, since TypeScript knows those of a JSON file.
    v.record(v.string(), mustBeTrue),
    v.description(
      'Names of what hosts provide that it takes, and `page` for the page that it stands in; each with true.',
    ),
  ),
  calls: v.pipe(
    v.exactOptional(v.array(sitePath)),
    v.description('What it GETs as soon as it stands in a page: such a page fetches that early.'),
  ),
  given: v.pipe(
    v.exactOptional(givenKinds),
    v.description(
      'What a module that it stands in gives it: name → string, number, boolean, object or list, with a ? where it may be missing.',
    ),
  ),
  parts: v.pipe(
    v.exactOptional(v.record(federationId, mustBeTrue)),
    v.description('The modules of any app that may stand inside of it, each with true.'),
  ),
  opens: v.pipe(
    v.exactOptional(v.record(slotName, mustBeTrue)),
    v.description('The slots that it opens for any number of modules, each with true.'),
  ),
  slot: v.pipe(
    v.exactOptional(slotName),
    v.description('The slot for any number of modules that it stands in.'),
  ),
});

/** The description of an app, under "microFrontend" in its package.json. */
export const appDescription = knownFields({
  name: v.pipe(
    appName,
    v.description('Federation name, asset folder and prefix of class names; "host" is the host.'),
  ),
  exposes: v.pipe(
    v.optional(
      v.record(
        v.pipe(v.string(), v.regex(/^\.\/[\w-]+$/, 'must be such as "./ReviewsSection"')),
        exposed,
      ),
      {},
    ),
    v.description('Its modules, by federation expose key. The host has none.'),
  ),
  data: v.pipe(
    v.optional(v.array(dataName)),
    v.description('Of the host: names of the JSON that its pages are composed with.'),
  ),
  pages: v.pipe(
    v.optional(v.array(knownFields(pageRow.entries))),
    v.description('The pages that it brings, under prefixes that the host grants to it.'),
  ),
  calls: v.pipe(
    v.optional(v.array(sitePath), []),
    v.description('Calls of all of its modules; in newer packages each module names its own.'),
  ),
  trustedTypes: v.pipe(
    v.optional(v.array(trustedTypesPolicy)),
    v.description('Policies of Trusted Types that its scripts make, as some libraries do.'),
  ),
  budget: v.pipe(
    v.optional(knownFields(appBudget.entries)),
    v.description('The most bytes that it may take, brotli, where not those of any app.'),
  ),
  port: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(firstPort),
    v.maxValue(lastPort),
    v.description(
      'Of its own dev server. The host’s is 3000; DEV_PORT takes its place, and moves the others with it.',
    ),
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

/** Federation expose key → names of the host’s props that the module takes. */
export const takenBy = ({ exposes }: Pick<App, 'exposes'>) =>
  Object.fromEntries(
    Object.entries(exposes).map(([expose, { props }]) => [expose, Object.keys(props).sort()]),
  );

/** The other modules that an app's own name: by federation expose key, where they say anything. */
export function partsBy({ exposes }: Pick<App, 'exposes'>) {
  const by = <T>(read: (exposed: App['exposes'][string]) => T | undefined) => {
    const all = Object.entries(exposes).flatMap(([expose, exposed]) => {
      const value = read(exposed);
      return value === undefined ? [] : [[expose, value] as const];
    });
    return all.length === 0 ? undefined : Object.fromEntries(all);
  };
  const byExpose = {
    given: by(({ given }) => given),
    parts: by(({ parts }) => parts && Object.keys(parts)),
    opens: by(({ opens }) => opens && Object.keys(opens)),
    slots: by(({ slot }) => slot),
  };
  return Object.fromEntries(Object.entries(byExpose).filter(([, value]) => value)) as Pick<
    ReleaseManifest,
    keyof typeof byExpose
  >;
}

/** The app that shows the others. */
export const isHost = ({ name }: Pick<App, 'name'>) => name === 'host';

/** How far the ports are from those described: shared/platform/command/src/environment checks the variable. */
const movedBy = () => Number(process.env['DEV_PORT'] ?? firstPort) - firstPort;

/** The schema of a site’s app. Without an installed site any prop may be taken. */
const appOf = ({ package: described, provides }: SiteDescription) =>
  v.pipe(
    appDescription,
    v.rawCheck(({ dataset, addIssue }) => {
      const props = dataset.typed ? Object.values(takenBy(dataset.value)).flat() : [];
      const missing = props.find((name) => name !== 'page' && !Object.hasOwn(provides, name));
      if (missing !== undefined && described !== '')
        addIssue({ message: `takes "${missing}", which is not on offer to remotes` });
    }),
  );

/**
 * @param ofSite the description of the site
 * @returns nothing for a package that is no app
 * @throws Error naming the file and the place when an app describes itself wrongly
 */
export function readApp(root: string, folder: string, ofSite = site): App[] {
  const file = path.join(root, folder, 'package.json');
  const { name, repository, microFrontend } = readPackage(file);
  if (microFrontend === undefined) return [];
  const parsed = v.safeParse(appOf(ofSite), microFrontend);
  if (parsed.success) {
    const port = parsed.output.port + movedBy();
    const home = typeof repository === 'object' ? repository.url : repository;
    return [{ ...parsed.output, folder, port, source: home ?? name }];
  }
  throw wrongField(file, 'microFrontend', parsed.issues);
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
 * @throws Error naming the file and the place when an app describes itself wrongly, or two with one name or port
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
export const findRemotes = (root = repositoryRoot) => findApps(root).filter((app) => !isHost(app));

/** @throws Error naming all apps when `name` is none of them */
export function appNamed(name: string, among = findApps()): App {
  const app = among.find((candidate) => candidate.name === name);
  if (app) return app;
  const names = among.map((candidate) => candidate.name).join(', ');
  throw new Error(`"${name}" is not one of these apps: ${names}.`);
}
