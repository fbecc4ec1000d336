// @ts-check
/**
 * Who may import whom, checked by `npm run boundaries` and by `npm test`. The rules go by the names of
 * the folders, so that a new remote is guarded on its first day.
 */

/** Files that no page and no command loads. */
export const tests = String.raw`\.(?:test|spec)\.tsx?$|/testing/`;

/** The folders of scripts, from the bottom up: each may import those listed and itself. */
const scripts = {
  http: [],
  operations: [],
  build: [],
  new: [],
  setup: [],
  pack: ['setup', 'build'],
  'test-runner': [],
  services: ['http', 'operations'],
  compose: ['build', 'http'],
  release: ['setup', 'build', 'compose', 'http', 'services'],
  server: ['build', 'http', 'operations', 'services', 'release', 'compose'],
  dev: ['build', 'http', 'release', 'server', 'services', 'compose'],
};

/**
 * @param {string} name
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 */
const forbid = (name, from, to) => ({ name, severity: /** @type {const} */ ('error'), from, to });

/**
 * For a second look, without tests: they may use what stands above the folder they test.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
export const folderCircles = [
  { ...forbid('no circles between folders', {}, { circular: true }), scope: 'folder' },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'workspaces meet at run time',
      { path: '^([^/]+)/' },
      { path: '^[^/]+/', pathNot: '^(?:$1|shared|node_modules)/|/node_modules/' },
    ),
    // Import @shopwright/shared/…: only the name works outside of this repository.
    forbid(
      'shared by its name',
      { path: '^([^/]+)/', pathNot: '^shared/' },
      { path: '^shared/', dependencyTypes: ['local'] },
    ),
    forbid(
      'no tooling in browsers',
      { path: '^(?:host|remote-[^/]+|shared)/src/', pathNot: tests },
      { path: '^shared/tooling/' },
    ),
    forbid(
      'no test code in what runs',
      { pathNot: `${tests}|^scripts/(?:lab|commands|browser-tests)/` },
      { path: '/testing/|^scripts/browser-tests/' },
    ),
    ...Object.entries(scripts).map(([folder, below]) =>
      forbid(
        `scripts/${folder} imports ${below.join(', ') || 'no other folder'}`,
        { path: `^scripts/${folder}/`, pathNot: tests },
        { path: '^scripts/[^/]+/', pathNot: `^scripts/(?:${[folder, ...below].join('|')})/` },
      ),
    ),
    forbid('no circles between files', {}, { circular: true }),
  ],
  options: {
    includeOnly: '^(?:host|shared|scripts|remote-[^/]+)/',
    exclude: '/node_modules/|/dist/',
    tsPreCompilationDeps: true,
    exoticRequireStrings: ['jest.mock', 'jest.requireActual', 'require.resolve'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
