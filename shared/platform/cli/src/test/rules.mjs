// @ts-check
/*
 * The boundaries of every site: who may import whom. They go by the names of the folders, so that a new remote is guarded on its first
 * day. A site adds its own in .dependency-cruiser.mjs, from these.
 */

/** Files that no page and no command loads. */
export const tests = String.raw`\.(?:test|spec)\.tsx?$|/testing/|^(?:scripts/)?tests/`;

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
      // Tests of the platform and of services that need a whole site take the one around them.
      { path: '^([^/]+)/', pathNot: String.raw`^shared/.+\.test\.ts$|^src/` },
      { path: '^[^/]+/', pathNot: '^(?:$1|shared|node_modules)/|/node_modules/' },
    ),
    // Outside of this repository only the name of its package leads to it.
    forbid(
      'shared by its name',
      { path: '^([^/]+)/', pathNot: '^shared/|^scripts/setup' },
      // Helpers of tests are in no package.
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
