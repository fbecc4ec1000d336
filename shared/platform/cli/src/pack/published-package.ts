import type { readPackage } from '@composed/apps/workspaces';
import * as v from 'valibot';

/* The package.json of a packed package: its fields, and the names of its compiled files. */

/** A workspace that is packed, since its package.json has the field `files`. */
export interface PackedWorkspace {
  readonly folder: string;
  readonly document: ReturnType<typeof readPackage>;
  readonly files: readonly string[];
}

export const stringList = v.array(v.string());
const targets = v.record(v.string(), v.string());

/**
 * Fields that are left out of a packed package.json. scripts/tests/pack.test.ts reads `contracts`: major version → its
 * contracts.
 */
const unpublished = new Set([
  'private',
  'scripts',
  'workspaces',
  'devDependencies',
  'packedDevDependencies',
  'contracts',
]);

/** The name of a compiled source: `./src/pages.ts` becomes `./src/pages.js`. */
const compiledName = (source: string) => source.replace(/(?<!\.d)\.(m?)[jt]sx?$/, '.$1js');

const compiledTargets = (sources: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(sources).map(([key, source]) => [key, compiledName(source)]));

/** The target of an export: the compiled script and its types, or the file itself if it is not compiled. */
function publishedNames(source: string): Readonly<Record<string, string>> {
  if (source.endsWith('.d.ts')) return { types: source };
  const compiled = compiledName(source);
  if (!/\.m?js$/.test(compiled)) return { default: source };
  return { types: compiled.replace(/\.(m?)js$/, '.d.$1ts'), default: compiled };
}

function publishedTarget(source: string): string | Readonly<Record<string, string>> {
  const names = publishedNames(source);
  return names['default'] === source ? source : names;
}

/**
 * Returns the devDependencies that other repositories need to develop and test with a package, such as a dev server.
 * npm installs no devDependencies of packages, so these are dependencies of the packed package. Here they are
 * devDependencies, since servers install without them (`--omit=dev`).
 */
function findPackedDevDependencies({ devDependencies, ...fields }: PackedWorkspace['document']) {
  const packedNames = v.parse(v.optional(stringList, []), fields['packedDevDependencies']);
  return Object.fromEntries(
    Object.entries(devDependencies).filter(([name]) => packedNames.includes(name)),
  );
}

/**
 * Creates the package.json of a packed package, whose exports lead to compiled files instead of sources.
 * @param versions package → the version that it was packed with
 */
export function createPublishedPackage(
  { document, files }: PackedWorkspace,
  versions: Readonly<Record<string, string>>,
) {
  const { sideEffects, bin } = document;
  const publishedFields = Object.fromEntries(
    Object.entries(document).filter(([key]) => !unpublished.has(key)),
  );
  // Test helpers that a package exports to its own repository are not packed.
  const packedExports = Object.entries(v.parse(targets, document['exports'])).filter(([, source]) =>
    ['package.json', ...files].some((file) => `${source}/`.startsWith(`./${file}/`)),
  );
  return {
    ...publishedFields,
    version: document.version,
    ...(bin ? { bin: compiledTargets(v.parse(targets, bin)) } : {}),
    ...(Array.isArray(sideEffects)
      ? { sideEffects: v.parse(stringList, sideEffects).map(compiledName) }
      : {}),
    exports: Object.fromEntries(
      packedExports.map(([key, source]) => [key, publishedTarget(source)]),
    ),
    files: files.flatMap((file) => Object.values(publishedNames(file))),
    dependencies: {
      ...document.dependencies,
      ...findPackedDevDependencies(document),
      ...Object.fromEntries(
        Object.entries(versions).filter(([name]) => name in document.dependencies),
      ),
    },
  };
}
