// @ts-check
/* The boundaries of this repository, beside those of every site. `npm run boundaries` and `npm test` check it. */
import {
  forbid,
  siteRules,
  testPattern,
} from './shared/platform/cli/src/checks/boundary-rules.mjs';

export { testPattern };

/**
 * Folders and files from the bottom up: each may import those named and itself. The READMEs of host and scripts
 * show these tables.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const layers = {
  'host/src': {
    'bootstrap.ts': '',
    'shared-packages.ts': '',
    head: '',
    site: '',
    pages: 'site',
    landing: 'site',
    'routes.tsx': 'head site pages landing',
    shell: 'site routes.tsx',
    'site-config.tsx': 'shared-packages.ts site routes.tsx shell',
    'main.ts': 'site-config.tsx',
    'composer.ts': 'head site-config.tsx',
    'renderer.ts': 'shared-packages.ts',
    stories: 'site',
  },
  // The half in browsers: it hydrates, loads, navigates and composes a site, and knows none.
  'shared/platform/host/src': {
    'page-data.ts': '',
    'error-reporting': 'page-data.ts',
    telemetry: 'error-reporting',
    'review-overlay.ts': 'page-data.ts error-reporting',
    remotes: 'page-data.ts error-reporting',
    site: 'remotes',
    hydration: 'error-reporting remotes site',
    slots: 'error-reporting remotes site hydration',
    navigation: 'site hydration',
    pages: 'page-data.ts site hydration slots navigation',
    start: 'page-data.ts error-reporting remotes site hydration slots pages',
    rendering: 'remotes',
    composer: 'site hydration slots pages rendering',
    testing: 'site slots composer',
  },
  // The platform composes, builds, publishes and serves a site, and knows none: a package for each concern.
  'shared/platform': {
    contracts: '',
    host: 'contracts',
    apps: 'contracts',
    command: '',
    build: 'contracts apps command',
    http: 'contracts command',
    compose: 'contracts apps command',
    release: 'contracts apps command http compose',
    server: 'contracts apps command http compose release',
    cli: 'contracts apps command build http compose release server',
    testing: 'contracts host apps command build http compose release server',
  },
  'shared/platform/http/src': {
    pages: '',
    cookies: '',
    database: '',
    operations: 'pages',
    calls: 'cookies operations',
    telemetry: 'cookies database calls',
    services: 'pages cookies database operations calls telemetry',
  },
  'shared/platform/compose/src': {
    html: '',
    deployment: '',
    checks: 'html deployment',
    sandbox: 'deployment',
    pages: 'html deployment checks sandbox',
  },
  'shared/platform/release/src': {
    store: '',
    format: 'store',
    ledger: 'store',
    stacks: 'store ledger',
    browser: 'store',
    tool: 'store ledger stacks browser',
    deployments: 'store ledger stacks tool',
    'inspect/verify': 'store ledger tool deployments',
    'inspect/reports': 'store ledger deployments',
    'inspect/revisions': 'store ledger tool deployments inspect/reports',
    'change/step.ts': 'store ledger tool deployments',
    'change/faults': 'store ledger deployments change/step.ts',
    'change/next-deployment': 'store ledger browser deployments change/step.ts',
    'change/steps':
      'store ledger stacks inspect/verify browser deployments tool change/step.ts change/faults change/next-deployment',
    'change/plan': 'store ledger tool deployments inspect/revisions change/step.ts change/steps',
    'change/run': 'store format ledger tool deployments inspect/reports change/step.ts change/plan',
    commands: 'store ledger stacks tool deployments inspect change',
  },
  scripts: {
    'setup.mjs': '',
    'tests/helpers': '',
    lab: 'tests/helpers',
    'tests/browser': 'tests/helpers lab',
    commands: 'tests/helpers lab',
  },
};

/** Folders that hold nothing but tests and what they share. */
const tested = new Set(['testing', 'tests/helpers', 'tests/browser']);

/** @param {string} names */
const anyOf = (names) =>
  `(?:${names
    .trim()
    .replaceAll(' ', '|')
    .replaceAll('.', String.raw`\.`)})(?:/|$)`;

/** @type {typeof siteRules} */
export default {
  forbidden: [
    ...(siteRules.forbidden ?? []),
    forbid(
      'packages of shared by their names',
      { path: '^(shared/(?:platform/[^/]+|services|src)/)' },
      { path: '^shared/', pathNot: '^$1', dependencyTypes: ['local'] },
    ),
    forbid(
      'what apps of a site share knows no server',
      { path: '^shared/src/', pathNot: testPattern },
      { path: '^shared/(?:platform/(?!contracts/)|services/)' },
    ),
    forbid(
      'services by the package that they are made with',
      { path: '^shared/services/', pathNot: testPattern },
      { path: '^shared/platform/(?!contracts/|http/)' },
    ),
    forbid(
      'no tooling in browsers',
      {
        path: '^(?:host|remote-[^/]+|shared(?:/platform/(?:contracts|host))?)/src/',
        pathNot: testPattern,
      },
      { path: '^shared/platform/(?!contracts/|host/)' },
    ),
    forbid(
      'no test code in what runs',
      { pathNot: `${testPattern}|^scripts/(?:lab|commands)/` },
      { path: '/testing/|^scripts/tests/' },
    ),
    ...Object.entries(layers).flatMap(([root, rows]) =>
      Object.entries(rows).map(([name, below]) =>
        forbid(
          `${root}/${name} imports ${below || 'nothing beside it'}`,
          {
            path: `^${root}/${anyOf(name)}`,
            // Other folders' tests may use what stands above them.
            ...(!tested.has(name) && { pathNot: testPattern }),
          },
          { path: `^${root}/`, pathNot: `^${root}/${anyOf(`${name} ${below}`)}` },
        ),
      ),
    ),
    // The site is data to it (shared/platform/host/README.md); what apps of a site share is the site's.
    forbid(
      'the platform knows no site',
      { path: '^shared/platform/' },
      { path: '^(?:host/|remote-|scripts/|shared/(?:services|src)/)' },
    ),
  ],
  options: siteRules.options ?? {},
};
