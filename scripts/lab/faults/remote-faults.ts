import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import type { Fault, Handler } from './fault';
import { respond, offline, corrupted, hangs, html, redirected, truncated } from './handlers';

/** Descriptions of the page with a remote's fault, by expectation. */
const expectedPages = {
  static:
    'The composed markup stays and can be read and used; a notice offers "Try again", which loads the remote.',
  clone:
    'A copy of the composed markup replaces the remote; a notice offers "Try again", and the second press restores it.',
  working: 'No change: the section keeps working.',
  'left out': 'After a press, none of these reach the page; the section keeps working.',
} as const;
export type Expectation = keyof typeof expectedPages;

export interface RemoteFault extends Fault {
  readonly remote: 'pricing' | 'signup';
  readonly expectation: Expectation;
  /** Set if the fault shows only after a client navigation, since a composed page contains the style sheet. */
  readonly isForNavigation?: true;
  /** The stage that the console line names. */
  readonly stage: string;
  /** Milliseconds until the notice appears, for a request that never ends. */
  readonly timeout?: number;
}

type Failing = (app: string) => Pick<Fault, 'cause' | 'faultyBuild'>;
type More = Partial<Pick<RemoteFault, 'isForNavigation' | 'timeout' | 'expectation' | 'expected'>>;
/** A row has a cause, or for a fault in the remote's code the expectation. */
type Row = [stage: string, description: string, what: Failing | Expectation, more?: More];

const file =
  (name: string) =>
  (handler: Handler): Failing =>
  (app) => ({ cause: { on: new RegExp(`^/assets/${app}/${name}$`), handler } });
const entry = file('entry\\.\\w+\\.js');
const style = file('styles\\.\\w+\\.css');
const ofFaultyBuild =
  (name: string) =>
  (handler: Handler): Failing =>
  (app) => ({ ...file(name)(handler)(app), faultyBuild: app });
/** The chunk of an exposed module. Only a remote with several exposed modules has one. */
const chunk = ofFaultyBuild('faulty-module\\.js');
/** The chunk of a lazy import. */
const lazyChunk = ofFaultyBuild('faulty-lazy\\.js');

const copied = { expectation: 'clone', expected: expectedPages.clone } as const;
const silent = { timeout: 10_000 };
const onNavigation = { isForNavigation: true } as const;

const rows: Readonly<Record<string, Row>> = {
  // Faults in the delivery of a remote's files.
  'entry-404': ['entry', 'The container is gone (404).', entry(respond(404))],
  'entry-500': ['entry', 'The container answers 500.', entry(respond(500))],
  'entry-html': ['entry', 'The container answers with HTML (wrong MIME type).', entry(html)],
  'entry-truncated': ['entry', 'The container breaks off in the middle.', entry(truncated)],
  'entry-corrupted': ['entry', 'One bit of the container is flipped.', entry(corrupted)],
  'entry-offline': ['entry', 'The network is unavailable for the container.', entry(offline)],
  'entry-redirected': ['entry', 'The container redirects to another host.', entry(redirected)],
  'entry-hangs': ['entry', 'The container never comes.', entry(hangs), silent],
  'chunk-404': ['module', 'The exposed module’s chunk is gone (404).', chunk(respond(404))],
  'lazy-404': [
    'update',
    'The chunk of a lazy component is gone (404).',
    lazyChunk(respond(404)),
    copied,
  ],
  'chunk-corrupted': ['module', 'One bit of the module’s chunk is flipped.', chunk(corrupted)],
  'chunk-hangs': ['module', 'The exposed module’s chunk never comes.', chunk(hangs), silent],
  'style-corrupted': ['style', 'One bit of the styles is flipped.', style(corrupted), onNavigation],
  'style-404': ['style', 'The style sheet is gone (404).', style(respond(404)), onNavigation],
  // Faults in a remote's code: releases that are built and pinned correctly, but do not work.
  'entry-registers-nothing': ['entry', 'The container runs and registers nothing.', 'static'],
  'init-throws': ['module', 'The container throws as it gets the shared packages.', 'static'],
  'expose-missing': ['module', 'The container exposes it under another name.', 'static'],
  'export-wrong': ['export', 'The module’s default export is no component.', 'static'],
  'throws-on-import': ['module', 'The module throws as it is first run.', 'static'],
  'throws-in-render': ['render', 'The component throws as it is first rendered.', 'clone'],
  'suspends-for-ever': ['render', 'It waits for something that never comes.', 'clone', silent],
  'throws-in-effect': ['effect', 'The component throws in an effect.', 'clone'],
  'throws-later': ['update', 'It throws in an update, half a second later.', 'clone'],
  'throws-in-handler': ['script', 'An event handler throws.', 'working'],
  'hoists-at-a-press': ['update', 'It puts a title, styles and scripts into the head.', 'left out'],
};

const sources = ['faulty-container.ts', 'faulty-module.tsx'].flatMap((name) => {
  const sourceFile = path.join('scripts/lab/faults/remotes', name);
  const lines = readFileSync(path.join(getRepositoryRoot(), sourceFile), 'utf8').split('\n');
  return lines.map((line, index) => `${sourceFile}:${index + 1} ${line.trim()}`);
});
const inCode = (app: string, fault: string) => ({
  faultyBuild: app,
  line: sources.find((line) => line.includes(`hasFault('${fault}')`)) ?? '',
});

const remotes = [
  { remote: 'pricing', page: '/', title: 'Pricing' },
  { remote: 'signup', page: '/signup', title: 'Sign-up' },
] as const;

/** All faults of a remote, for each remote. */
export const remoteFaults: readonly RemoteFault[] = remotes.flatMap(({ remote, page, title }) =>
  Object.entries(rows).map(([row, [stage, description, what, more]]): RemoteFault => {
    const expectation = typeof what === 'string' ? what : 'static';
    return {
      name: `${remote}-${row}`,
      description: `${title}: ${description}`,
      remote,
      page,
      stage,
      expectation,
      expected: expectedPages[expectation],
      ...(typeof what === 'string' ? inCode(remote, row) : what(remote)),
      ...more,
    };
  }),
);
