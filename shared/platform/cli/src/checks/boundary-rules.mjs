// @ts-check
/*
 * The rules on imports for every site. They match folder names, so they cover a new remote without a change. A site
 * extends them in its .dependency-cruiser.mjs.
 */

/** Matches tests and their helpers. */
export const testPattern = String.raw`\.(?:test|spec)\.tsx?$|/testing/|^(?:scripts/)?tests/`;

/**
 * @param {string} name
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 */
export const forbid = (name, from, to) => ({
  name,
  severity: /** @type {const} */ ('error'),
  from,
  to,
});

/** @type {import('dependency-cruiser').IConfiguration} */
export const siteRules = {
  forbidden: [
    forbid(
      'workspaces meet at run time',
      // Tests of the platform and of the services may use the site of this repository.
      { path: '^([^/]+)/', pathNot: String.raw`^shared/.+\.test\.ts$|^src/` },
      { path: '^[^/]+/', pathNot: '^(?:$1|shared|node_modules)/|/node_modules/' },
    ),
    // Apps import the shared package by name, since remotes in other repositories can only do that.
    forbid(
      'shared by its name',
      { path: '^([^/]+)/', pathNot: '^shared/|^scripts/setup' },
      // Helpers of tests are not part of a package.
      { path: '^shared/', pathNot: '/testing/', dependencyTypes: ['local'] },
    ),
    forbid('no circles between files', {}, { circular: true }),
  ],
  options: {
    includeOnly: '^(?:host|shared|scripts|src|remote-[^/]+)/',
    exclude: '/node_modules/|/dist/',
    tsPreCompilationDeps: true,
    exoticRequireStrings: ['jest.mock', 'jest.requireActual', 'require.resolve'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
