import path from 'node:path';
import { readPackage } from '@composed/tooling/build/workspaces';
import * as v from 'valibot';

/*
 * What every repository that is written here has of this one.
 */

/** Workflows, which find the apps themselves, and what npm may do, which is to run no script of a package. */
export const commonFiles = [
  ...['.npmrc', '.github/workflows/release.yml', '.github/workflows/release-app.yml'],
];

/** As it stands in a document of JSON, one step inside. */
export const json = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

/** Fields of package.json, for the templates. */
export function commonValues(root: string) {
  const { browserslist, overrides } = readPackage(path.join(root, 'package.json'));
  return {
    browserslist: json(browserslist),
    // Later ones bring cookie 2, which asks for Node 22; what else is overridden here is this repository's own.
    overrides: json(v.parse(v.object({ 'light-my-request': v.string() }), overrides)),
  };
}
