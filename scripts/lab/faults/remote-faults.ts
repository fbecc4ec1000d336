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
import { codeFaults } from './code-faults';
import { meetings, type Fault, type RemoteFault } from './fault';
import { files } from './rule';

const seen: Partial<Record<Fault['sight'], string>> = {
  static:
    'Everything stands as composed and can be read and used; a notice offers "Try again", which heals.',
  clone:
    'Everything stands as composed, as a copy; a notice offers "Try again", which heals at the second press.',
  alive: 'Nothing: the section goes on working.',
};

const entry = (treat: Treat) => (app: string) => [{ on: files.entry(app), treat }];
const chunk = (treat: Treat) => (app: string) => [{ on: files.chunks(app), treat }];

const mends = { sight: 'static', passes: 'mended' } as const;

/** Faults on the way of a remote's files to the browser. */
const fileFaults: readonly RemoteFault[] = [
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
];

const remotes = [
  { remote: 'pricing', page: '/', of: 'Pricing' },
  { remote: 'signup', page: '/signup', of: 'Sign-up' },
] as const;

/** Every fault that can befall a remote, for each remote. */
export const remoteFaults: readonly Fault[] = remotes.flatMap(({ remote, page, of }) =>
  [...fileFaults, ...codeFaults].map((fault) => ({
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
