import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@shopwright/shared/build/shared-packages';
import { replaceRecord } from '../../compose/composed-page';
import { paths, scenarios, type RemoteFault, type Rule } from './fault';
import { faultyRelease } from './faulty-remotes';
import * as answers from './handlers';
import { edited, status, type Handler } from './handlers';

type Rules = (app: string) => readonly Rule[];
type Stage = RemoteFault['stage'];
type More = Partial<Pick<RemoteFault, 'scenarios' | 'timeout' | 'ends'>>;

const answering =
  (pathsOf: (app: string) => RegExp) =>
  (handler: Handler): Rules =>
  (app) => [{ on: pathsOf(app), handler }];
const entry = answering(paths.entry);
const style = answering(paths.styles);
/** Of a build whose exposed module has a chunk of its own, as where a remote exposes several. */
const chunk =
  (handler: Handler): Rules =>
  (app) => [{ on: paths.chunks(app), handler }, ...faultyRelease(app, 'none')];

const unlisted: Rules = (app) => [
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

const { away, corrupted, hangs, html, redirected, truncated } = answers;
const silent = { timeout: 10_000 };
/** The page as it was composed has the style sheet in it. */
const onNavigation = { scenarios: ['navigation'] } as const;

type Row = [stage: Stage, broken: string, cause: Rules | RemoteFault['expectation'], more?: More];

const rows: Readonly<Record<string, Row>> = {
  // On the way of a remote's files to the browser.
  'entry-404': ['entry', 'The container is gone (404).', entry(status(404))],
  'entry-500': ['entry', 'The container answers 500.', entry(status(500))],
  'entry-html': ['entry', 'The container answers with HTML (wrong MIME type).', entry(html)],
  'entry-truncated': ['entry', 'The container breaks off in the middle.', entry(truncated)],
  'entry-corrupted': ['entry', 'One bit of the container is flipped.', entry(corrupted)],
  'entry-away': ['entry', 'The network is away for the container.', entry(away)],
  'entry-redirected': ['entry', 'The container redirects to another host.', entry(redirected)],
  'entry-hangs': ['entry', 'The container never comes.', entry(hangs), silent],
  'entry-unlisted': ['entry', 'The page pins no release of it.', unlisted, { ends: 'never' }],
  'chunk-404': ['module', 'The exposed module’s chunk is gone (404).', chunk(status(404))],
  'chunk-corrupted': ['module', 'One bit of the module’s chunk is flipped.', chunk(corrupted)],
  'chunk-hangs': ['module', 'The exposed module’s chunk never comes.', chunk(hangs), silent],
  'style-corrupted': ['style', 'One bit of the styles is flipped.', style(corrupted), onNavigation],
  'style-404': ['style', 'The style sheet is gone (404).', style(status(404)), onNavigation],
  // In a remote's own code: a release that is built, listed and hashed, and does not work.
  'entry-registers-nothing': ['entry', 'The container runs and registers nothing.', 'static'],
  'init-throws': ['module', 'The container throws as it gets the shared packages.', 'static'],
  'expose-missing': ['module', 'The container exposes it under another name.', 'static'],
  'export-wrong': ['export', 'The module’s default export is no component.', 'static'],
  'throws-on-import': ['module', 'The module throws as it is first run.', 'static'],
  'throws-in-render': ['render', 'The component throws as it is first rendered.', 'clone'],
  'suspends-for-ever': ['render', 'It waits for something that never comes.', 'clone', silent],
  'throws-in-effect': ['effect', 'The component throws in an effect.', 'clone'],
  'throws-later': ['update', 'It throws in an update, half a second later.', 'clone'],
  'throws-in-handler': ['script', 'An event handler throws.', 'working', { ends: 'never' }],
};

const seen: Readonly<Record<RemoteFault['expectation'], string>> = {
  static:
    'Everything stands as composed and can be read and used; a notice offers "Try again", which heals.',
  clone:
    'Everything stands as composed, as a copy; a notice offers "Try again", which heals at the second press.',
  working: 'Nothing: the section goes on working.',
};

/** The line of remotes/ that makes a fault in code. */
function lineOf(fault: string): string {
  for (const name of ['container.ts', 'module.tsx']) {
    const file = path.join('scripts/lab/faults/remotes', name);
    const lines = readFileSync(path.join(repositoryRoot, file), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes(`has('${fault}')`));
    if (at >= 0) return `${file}:${at + 1} ${lines[at]?.trim()}`;
  }
  throw new Error(`No line of the faulty remotes asks for ${fault}.`);
}

const remotes = [
  { remote: 'pricing', page: '/', title: 'Pricing' },
  { remote: 'signup', page: '/signup', title: 'Sign-up' },
] as const;

/** Every fault that can befall a remote, for each remote. */
export const remoteFaults: readonly RemoteFault[] = remotes.flatMap(({ remote, page, title }) =>
  Object.entries(rows).map(([name, [stage, broken, cause, more]]): RemoteFault => {
    const isInCode = typeof cause === 'string';
    const expectation = isInCode ? cause : 'static';
    return {
      ...{ remote, page, stage, scenarios, expectation, seen: seen[expectation] },
      ...{ name: `${remote}-${name}`, broken: `${title}: ${broken}` },
      ends: isInCode ? 'at the second press' : 'when repaired',
      rules: isInCode ? faultyRelease(remote, name) : cause(remote),
      ...(isInCode && { line: lineOf(name) }),
      ...more,
    };
  }),
);
