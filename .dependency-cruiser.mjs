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
 * For a second look, without tests: they may use what stands above the folder they test.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
export const folderCircles = [
  {
    name: 'no circles between folders',
    severity: 'error',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'workspaces meet at run time',
      severity: 'error',
      from: { path: '^([^/]+)/' },
      to: { path: '^[^/]+/', pathNot: '^(?:$1|shared|node_modules)/|/node_modules/' },
    },
    {
      name: 'shared by its name',
      comment: 'Import @shopwright/shared/…: only the name works outside of this repository.',
      severity: 'error',
      from: { path: '^([^/]+)/', pathNot: '^shared/' },
      to: { path: '^shared/', dependencyTypes: ['local'] },
    },
    {
      name: 'no tooling in browsers',
      severity: 'error',
      from: { path: '^(?:host|remote-[^/]+|shared)/src/', pathNot: tests },
      to: { path: '^shared/tooling/' },
    },
    {
      name: 'no test code in what runs',
      severity: 'error',
      from: { pathNot: `${tests}|^scripts/(?:lab|commands|browser-tests)/` },
      to: { path: '/testing/|^scripts/browser-tests/' },
    },
    ...Object.entries(scripts).map(([folder, below]) => ({
      name: `scripts/${folder} imports ${below.join(', ') || 'no other folder'}`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^scripts/${folder}/`, pathNot: tests },
      to: { path: '^scripts/[^/]+/', pathNot: `^scripts/(?:${[folder, ...below].join('|')})/` },
    })),
    {
      name: 'no circles between files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
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
