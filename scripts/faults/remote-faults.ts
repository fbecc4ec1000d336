import {
  away,
  corrupted,
  edited,
  hangs,
  html,
  redirected,
  status,
  truncated,
  type Treat,
} from './answers';
import { meetings, type Fault } from './fault';
import { faultyReleases } from './faulty-container';
import { beginningOf, republished, type FaultyRelease } from './republish';
import { files, type Rule } from './rule';

/** What a remote's fault says of itself; the rest follows from the remote. */
type RemoteFault = Omit<Fault, 'remote' | 'page' | 'meetings' | 'seen' | 'rules'> & {
  readonly rules: (app: string) => readonly Rule[];
  readonly meetings?: Fault['meetings'];
};

const seen: Partial<Record<Fault['sight'], string>> = {
  static:
    'Everything stands as composed and can be read and used; a notice offers "Try again", which heals.',
  clone:
    'Everything stands as composed, as a copy; a notice offers "Try again", which heals at the second press.',
  alive: 'Nothing: the section goes on working.',
};

const entry = (treat: Treat) => (app: string) => [{ on: files.entry(app), treat }];
const chunk = (treat: Treat) => (app: string) => [{ on: files.chunks(app), treat }];
const release = (make: (app: string) => FaultyRelease) => (app: string) => republished(make(app));

const mends = { sight: 'static', passes: 'mended' } as const;
const crashes = { sight: 'clone', passes: 'pressed twice' } as const;

const countedPresses = `;addEventListener('click', ({ target }) => {
  if (target.closest?.('button')?.textContent === 'Try again') window.faultPresses = (window.faultPresses ?? 0) + 1;
}, true);`;

const list: readonly RemoteFault[] = [
  {
    name: 'entry-404',
    broken: 'The container is gone (404).',
    stage: 'entry',
    rules: entry(status(404)),
    ...mends,
  },
  {
    name: 'entry-500',
    broken: 'The container answers 500.',
    stage: 'entry',
    rules: entry(status(500)),
    ...mends,
  },
  {
    name: 'entry-html',
    broken: 'The container answers with HTML (wrong MIME type).',
    stage: 'entry',
    rules: entry(html),
    ...mends,
  },
  {
    name: 'entry-truncated',
    broken: 'The container breaks off in the middle.',
    stage: 'entry',
    rules: entry(truncated),
    ...mends,
  },
  {
    name: 'entry-corrupted',
    broken: 'One bit of the container is flipped.',
    stage: 'entry',
    rules: entry(corrupted),
    ...mends,
  },
  {
    name: 'entry-away',
    broken: 'The network is away for the container.',
    stage: 'entry',
    rules: entry(away),
    ...mends,
  },
  {
    name: 'entry-redirected',
    broken: 'The container redirects to another host.',
    stage: 'entry',
    rules: entry(redirected),
    ...mends,
  },
  {
    name: 'entry-hangs',
    broken: 'The container never comes.',
    stage: 'entry',
    patience: 10_000,
    rules: entry(hangs),
    ...mends,
  },
  {
    name: 'entry-unlisted',
    broken: 'The page pins no release of the remote.',
    stage: 'entry',
    sight: 'static',
    passes: 'never',
    rules: (app) => [
      {
        on: files.pages,
        treat: edited((text) =>
          text
            .replace(new RegExp(`"${app}":\\{"version".*?\\]\\},?`), '')
            .replace(',}}</script>', '}}</script>'),
        ),
      },
    ],
  },
  {
    name: 'entry-registers-nothing',
    broken: 'The container runs and registers nothing.',
    stage: 'entry',
    sight: 'static',
    passes: 'pressed twice',
    rules: release(faultyReleases.registersNothing),
  },
  {
    name: 'init-throws',
    broken: 'The container throws as it is given the shared packages.',
    stage: 'module',
    sight: 'static',
    passes: 'pressed twice',
    rules: release(faultyReleases.refusesToStart),
  },
  {
    name: 'chunk-404',
    broken: 'The exposed module’s chunk is gone (404).',
    stage: 'module',
    rules: chunk(status(404)),
    ...mends,
  },
  {
    name: 'chunk-corrupted',
    broken: 'One bit of the exposed module’s chunk is flipped.',
    stage: 'module',
    rules: chunk(corrupted),
    ...mends,
  },
  {
    name: 'chunk-hangs',
    broken: 'The exposed module’s chunk never comes.',
    stage: 'module',
    patience: 10_000,
    rules: chunk(hangs),
    ...mends,
  },
  {
    name: 'style-corrupted',
    broken: 'One bit of the style sheet is flipped.',
    stage: 'style',
    meetings: ['navigation'],
    rules: (app) => [{ on: files.styles(app), treat: corrupted }],
    ...mends,
  },
  {
    name: 'style-404',
    broken: 'The style sheet is gone (404).',
    stage: 'style',
    meetings: ['navigation'],
    rules: (app) => [{ on: files.styles(app), treat: status(404) }],
    ...mends,
  },
  {
    name: 'expose-missing',
    broken: 'The container exposes the module under another name.',
    stage: 'module',
    sight: 'static',
    passes: 'pressed twice',
    rules: release(faultyReleases.missingExpose),
  },
  {
    name: 'export-wrong',
    broken: 'The module’s default export is no component.',
    stage: 'export',
    sight: 'static',
    passes: 'pressed twice',
    rules: release(faultyReleases.wrongExport),
  },
  {
    name: 'throws-on-import',
    broken: 'The module throws as it is first run.',
    stage: 'module',
    sight: 'static',
    passes: 'pressed twice',
    rules: release((app) => ({
      app,
      entry: (text) => text + countedPresses,
      chunk: beginningOf(
        `if ((globalThis.faultPresses ?? 0) < 2) throw new Error('fault on import');`,
      ),
    })),
  },
  {
    name: 'throws-in-render',
    broken: 'The component throws as it is first rendered.',
    stage: 'render',
    rules: release(faultyReleases.throwsInRender),
    ...crashes,
  },
  {
    name: 'throws-in-effect',
    broken: 'The component throws in an effect.',
    stage: 'effect',
    rules: release(faultyReleases.throwsInEffect),
    ...crashes,
  },
  {
    name: 'throws-later',
    broken: 'The component throws in an update, half a second later.',
    stage: 'update',
    rules: release(faultyReleases.throwsLater),
    ...crashes,
  },
  {
    name: 'throws-in-handler',
    broken: 'An event handler throws.',
    stage: 'script',
    sight: 'alive',
    passes: 'never',
    rules: release(faultyReleases.throwsInHandler),
  },
];

const remotes = [
  { remote: 'pricing', page: '/', of: 'Pricing' },
  { remote: 'signup', page: '/signup', of: 'Sign-up' },
] as const;

/** Every fault that can befall a remote, for each remote. */
export const remoteFaults: readonly Fault[] = remotes.flatMap(({ remote, page, of }) =>
  list.map((fault) => ({
    meetings,
    ...fault,
    remote,
    page,
    name: `${remote}-${fault.name}`,
    broken: `${of}: ${fault.broken}`,
    seen: seen[fault.sight] ?? '',
    rules: fault.rules(remote),
  })),
);
