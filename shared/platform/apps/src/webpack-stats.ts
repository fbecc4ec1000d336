import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const namedList = v.array(v.object({ name: v.string() }));
const source = {
  nameForCondition: v.nullish(v.string(), ''),
  size: v.optional(v.number(), 0),
  /** The module that first imported this one, relative to the app's folder: `./src/Reviews.tsx + 3 modules`. */
  issuerName: v.optional(v.nullable(v.string())),
};

const browserStats = v.object({
  /** The chunks of entries and of exposed modules. */
  namedChunkGroups: v.record(v.string(), v.object({ assets: namedList })),
  modules: v.array(
    v.object({
      ...source,
      /** The readable name, such as `consume shared module (default) react@* (singleton)`. */
      name: v.optional(v.string()),
      /** The modules that webpack has concatenated into this one. */
      modules: v.optional(v.array(v.object(source)), []),
    }),
  ),
});
const buildStats = v.object({ children: v.array(v.looseObject({ name: v.string() })) });

export type BrowserStats = v.InferOutput<typeof browserStats>;

/**
 * Reads webpack's statistics of an app's browser build.
 * @param folder contains stats.json
 * @throws Error when stats.json is missing: webpack may exit early without reporting an error
 */
export async function readStats(app: string, folder: string): Promise<BrowserStats> {
  const text = await readFile(path.join(folder, 'stats.json'), 'utf8').catch((cause: unknown) => {
    throw new Error(`The build of ${app} ended before it was finished; build again.`, { cause });
  });
  const { children } = v.parse(buildStats, JSON.parse(text));
  const browser = children.find((child) => child.name === `${app} browser`);
  return v.parse(browserStats, browser);
}

/** Returns the requests of the shared packages that a build imports. */
export const findConsumedPackages = ({
  modules,
}: Pick<BrowserStats, 'modules'>): ReadonlySet<string> =>
  new Set(
    modules.flatMap(
      ({ name }) => /^consume shared module \(\w+\) (@?[^@]+)@/.exec(name ?? '')?.[1] ?? [],
    ),
  );

/** Returns the file, of the app or of a package, that first imports a module; '' for an entry. */
export function findImporter({ modules }: Pick<BrowserStats, 'modules'>, file: string): string {
  const flatModules = modules.flatMap((item) => [item, ...item.modules]);
  const module = flatModules.find(({ nameForCondition: name }) => name.endsWith(`/${file}`));
  return module?.issuerName?.replace(/ \+ \d+ modules?$/, '').replace(/^.*!/, '') ?? '';
}

/**
 * Returns the modules of an app's browser build with their bytes before minification.
 * @param root the workspace root, which the returned names are relative to
 */
export function listModuleSizes({ modules }: Pick<BrowserStats, 'modules'>, root: string) {
  const sizes = new Map<string, number>();
  for (const item of modules) {
    for (const part of item.modules.length > 0 ? item.modules : [item]) {
      if (!part.nameForCondition) continue;
      const name = path.relative(root, part.nameForCondition).split(path.sep).join('/');
      sizes.set(name, (sizes.get(name) ?? 0) + part.size);
    }
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes }));
}
