import { replaceRecord } from '../../compose/composed-page';
import { paths, scenarios, type RemoteFault, type Rule } from './fault';
import { faultyRelease } from './faulty-remotes';
import {
  away,
  corrupted,
  edited,
  hangs,
  html,
  redirected,
  status,
  truncated,
  type Handler,
} from './handlers';

type AppRules = (app: string) => readonly Rule[];

/** A fault before it is known which remote it befalls. */
type Row = Omit<RemoteFault, 'remote' | 'page' | 'seen' | 'rules'> & { readonly rules: AppRules };

const entry = (handler: Handler) => (app: string) => [{ on: paths.entry(app), handler }];
const chunk = (handler: Handler) => (app: string) => [{ on: paths.chunks(app), handler }];
const style = (handler: Handler) => (app: string) => [{ on: paths.styles(app), handler }];

const unlisted: AppRules = (app) => [
  {
    on: paths.pages,
    handler: edited((page) =>
      replaceRecord(page, (record) => {
        const { [app]: _, ...remotes } = record.remotes;
        return { ...record, remotes };
      }),
    ),
  },
];

/** A fault on the way of a remote's files to the browser. */
function onTheWay(
  stage: Row['stage'],
  name: string,
  broken: string,
  rules: AppRules,
  more: Partial<Row> = {},
): Row {
  return {
    name,
    broken,
    stage,
    rules,
    scenarios,
    expectation: 'static',
    ends: 'when repaired',
    ...more,
  };
}

const silent = { timeout: 10_000 };
/** The page as it was composed has the style sheet in it. */
const onNavigation = { scenarios: ['navigation'] } as const;

/** A fault in a remote's own code: a release that is built, listed and hashed, and does not work. */
function inCode(
  stage: Row['stage'],
  name: string,
  broken: string,
  expectation: Row['expectation'],
  more: Partial<Row> = {},
): Row {
  const rules: AppRules = (app) => faultyRelease(app, name);
  return {
    name,
    broken,
    stage,
    rules,
    scenarios,
    expectation,
    ends: 'at the second press',
    ...more,
  };
}

const rows: readonly Row[] = [
  onTheWay('entry', 'entry-404', 'The container is gone (404).', entry(status(404))),
  onTheWay('entry', 'entry-500', 'The container answers 500.', entry(status(500))),
  onTheWay(
    'entry',
    'entry-html',
    'The container answers with HTML (wrong MIME type).',
    entry(html),
  ),
  onTheWay('entry', 'entry-truncated', 'The container breaks off in the middle.', entry(truncated)),
  onTheWay('entry', 'entry-corrupted', 'One bit of the container is flipped.', entry(corrupted)),
  onTheWay('entry', 'entry-away', 'The network is away for the container.', entry(away)),
  onTheWay(
    'entry',
    'entry-redirected',
    'The container redirects to another host.',
    entry(redirected),
  ),
  onTheWay('entry', 'entry-hangs', 'The container never comes.', entry(hangs), silent),
  onTheWay('entry', 'entry-unlisted', 'The page pins no release of the remote.', unlisted, {
    ends: 'never',
  }),
  onTheWay('module', 'chunk-404', 'The exposed module’s chunk is gone (404).', chunk(status(404))),
  onTheWay(
    'module',
    'chunk-corrupted',
    'One bit of the exposed module’s chunk is flipped.',
    chunk(corrupted),
  ),
  onTheWay(
    'module',
    'chunk-hangs',
    'The exposed module’s chunk never comes.',
    chunk(hangs),
    silent,
  ),
  onTheWay(
    'style',
    'style-corrupted',
    'One bit of the style sheet is flipped.',
    style(corrupted),
    onNavigation,
  ),
  onTheWay(
    'style',
    'style-404',
    'The style sheet is gone (404).',
    style(status(404)),
    onNavigation,
  ),
  inCode('entry', 'entry-registers-nothing', 'The container runs and registers nothing.', 'static'),
  inCode(
    'module',
    'init-throws',
    'The container throws as it is given the shared packages.',
    'static',
  ),
  inCode(
    'module',
    'expose-missing',
    'The container exposes the module under another name.',
    'static',
  ),
  inCode('export', 'export-wrong', 'The module’s default export is no component.', 'static'),
  inCode('module', 'throws-on-import', 'The module throws as it is first run.', 'static'),
  inCode('render', 'throws-in-render', 'The component throws as it is first rendered.', 'clone'),
  inCode(
    'render',
    'suspends-for-ever',
    'The component waits for something that never comes.',
    'clone',
    silent,
  ),
  inCode('effect', 'throws-in-effect', 'The component throws in an effect.', 'clone'),
  inCode(
    'update',
    'throws-later',
    'The component throws in an update, half a second later.',
    'clone',
  ),
  inCode('script', 'throws-in-handler', 'An event handler throws.', 'working', { ends: 'never' }),
];

const seen: Readonly<Record<RemoteFault['expectation'], string>> = {
  static:
    'Everything stands as composed and can be read and used; a notice offers "Try again", which heals.',
  clone:
    'Everything stands as composed, as a copy; a notice offers "Try again", which heals at the second press.',
  working: 'Nothing: the section goes on working.',
};

const remotes = [
  { remote: 'pricing', page: '/', title: 'Pricing' },
  { remote: 'signup', page: '/signup', title: 'Sign-up' },
] as const;

/** Every fault that can befall a remote, for each remote. */
export const remoteFaults: readonly RemoteFault[] = remotes.flatMap(({ remote, page, title }) =>
  rows.map((row) => ({
    ...row,
    remote,
    page,
    name: `${remote}-${row.name}`,
    broken: `${title}: ${row.broken}`,
    seen: seen[row.expectation],
    rules: row.rules(remote),
  })),
);
