import path from 'node:path';
import * as v from 'valibot';

/** A module of a browser build and its bytes before minification. */
export interface ModuleSize {
  /** Path from the root of the repository; a package's files under `node_modules/`. */
  readonly name: string;
  readonly bytes: number;
}

interface StatsModule {
  readonly nameForCondition?: string | null | undefined;
  readonly size: number;
  readonly modules?: readonly StatsModule[] | undefined;
}

const statsModule: v.GenericSchema<unknown, StatsModule> = v.object({
  nameForCondition: v.nullish(v.string()),
  size: v.number(),
  // A concatenated module holds those that it is made of.
  modules: v.optional(v.array(v.lazy(() => statsModule))),
});

const stats = v.object({
  children: v.array(v.looseObject({ name: v.string(), modules: v.array(v.unknown()) })),
});

function leaves(module: StatsModule): readonly StatsModule[] {
  return module.modules && module.modules.length > 0 ? module.modules.flatMap(leaves) : [module];
}

/**
 * The modules of an app's browser build, largest first, from webpack's statistics.
 * @param json text of stats.json
 * @param root the workspace root, which names are relative to
 */
export function moduleSizes(app: string, json: string, root: string): ModuleSize[] {
  const build = v
    .parse(stats, JSON.parse(json))
    .children.find((child) => child.name === `${app} browser`);
  const sizes = new Map<string, number>();
  for (const item of build?.modules ?? []) {
    for (const { nameForCondition, size } of leaves(v.parse(statsModule, item))) {
      if (nameForCondition == null) continue;
      const name = path.relative(root, nameForCondition).split(path.sep).join('/');
      sizes.set(name, (sizes.get(name) ?? 0) + size);
    }
  }
  return [...sizes]
    .map(([name, bytes]) => ({ name, bytes }))
    .sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

const document = v.array(v.object({ name: v.string(), bytes: v.number() }));

/** Reads modules.json, which the build leaves beside release.json. */
export function parseModuleSizes(json: string): ModuleSize[] {
  return v.parse(document, JSON.parse(json));
}
