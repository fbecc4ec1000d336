import { faultyReleases } from './faulty-container';
import type { RemoteFault } from './fault';
import { beginningOf, republished, type FaultyRelease } from './republish';

const release = (make: (app: string) => FaultyRelease) => (app: string) => republished(make(app));

const crashes = { sight: 'clone', passes: 'pressed twice' } as const;

const countedPresses = `;addEventListener('click', ({ target }) => {
  if (target.closest?.('button')?.textContent === 'Try again') window.faultPresses = (window.faultPresses ?? 0) + 1;
}, true);`;

/** Faults in a remote's own code: correctly built, listed and hashed releases that do not work. */
export const codeFaults: readonly RemoteFault[] = [
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
    name: 'suspends-for-ever',
    broken: 'The component waits for something that never comes.',
    stage: 'render',
    patience: 10_000,
    rules: release(faultyReleases.suspendsForEver),
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
