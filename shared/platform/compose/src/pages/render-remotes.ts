import { headName, renderedName, type PlannedModule } from '@composed/contracts/composer';
import PQueue from 'p-queue';
import * as v from 'valibot';
import { ReleaseError } from '@composed/command/errors';
import { groupBy } from '@composed/command/group-by';
import { checkHead } from '../checks/check-head';
import { checkMarkup } from '../checks/check-markup';
import type { Markup } from '../html/markup';
import {
  type DeploymentInput,
  requireRelease,
  type RenderCacheEntry,
} from '../deployment/deployment';
import type { startEngine } from '../sandbox/runner/run-engine';
import { groupByCacheEntry, cacheEntryName } from './cache-entries';
import { renderAndFillParts } from './fill-parts';

/** Runs guests, and prints what they log. */
export interface GuestRunner {
  readonly run: ReturnType<typeof startEngine>['run'];
  readonly print: (line: string) => void;
}

/**
 * Waits until all promises have settled.
 * @throws the first error that is not a ReleaseError; otherwise one ReleaseError with all violations
 */
async function waitForAll(promises: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  const errors = outcomes.flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  const refusals = errors.filter((each) => each instanceof ReleaseError);
  if (refusals.length < errors.length) throw errors.find((each) => !(each instanceof ReleaseError));
  if (refusals.length > 0)
    throw new ReleaseError(...refusals.flatMap(({ violations }) => violations));
}

/** Returns the schema of a guest's output: the markup of each module, and the head of a module that exports one. */
const createOutputSchema = (names: readonly string[]) =>
  v.object(
    Object.fromEntries<v.GenericSchema<string>>(
      names.flatMap((name) => [
        [name, v.string()],
        [headName(name), v.exactOptional(v.string())],
      ]),
    ),
  );

/** The most modules that one guest renders, so that it stays within its limits of memory and output. */
const maxInGuest = 250;

/**
 * Renders groups of modules of one app in a guest.
 * @returns the output of the guest, and an entry for the render cache per group; no entries if the app read the time
 */
async function renderInGuest(
  input: DeploymentInput,
  { renderer, ...task }: { readonly renderer: string },
  { run, print }: GuestRunner,
  { app, groups }: { app: string; groups: readonly (readonly PlannedModule[])[] },
) {
  const { manifest: host } = requireRelease(input, 'host');
  const { manifest, readGuestBundle } = requireRelease(input, app);
  const bundles = { 'host/renderer.cjs': renderer, [`${app}/server.cjs`]: await readGuestBundle() };
  const modules = groups.flat().map((module) => ({ ...module, name: renderedName(module) }));
  const { output, asksTime } = await run({
    app,
    output: createOutputSchema(modules.map(({ name }) => name)),
    task: { ...task, kind: 'render', bundles, modules },
    print,
  });
  const newCacheEntries = groups.map((group): RenderCacheEntry => {
    const groupNames = group.map(renderedName).flatMap((each) => [each, headName(each)]);
    const markups = Object.entries(output).filter(([each]) => groupNames.includes(each));
    const name = cacheEntryName(host, group);
    return { app, version: manifest.version, name, markups: Object.fromEntries(markups) };
  });
  return { output, newCacheEntries: asksTime ? [] : newCacheEntries };
}

/** Checks the output of a guest, and adds the markup and heads of its modules to those of all. */
type AddOutput = (modules: readonly PlannedModule[], output: RenderCacheEntry['markups']) => void;

/**
 * Renders the modules of one app, in batches that one guest can hold. Modules with cached markup are not rendered.
 * @param render renders groups of modules in one guest
 */
async function renderApp(
  input: DeploymentInput,
  modules: readonly PlannedModule[],
  addOutput: AddOutput,
  render: (app: string, groups: readonly (readonly PlannedModule[])[]) => Promise<void>,
) {
  const { manifest: host } = requireRelease(input, 'host');
  const { app = '' } = modules[0] ?? {};
  const { readCachedMarkup } = requireRelease(input, app);
  const lookups = groupByCacheEntry(modules).map(async (group) => {
    const cached = await readCachedMarkup(cacheEntryName(host, group));
    if (cached) addOutput(group, cached);
    return cached ? [] : [group];
  });
  const uncachedGroups = (await Promise.all(lookups)).flat();
  for (let from = 0; from < uncachedGroups.length; from += maxInGuest)
    await render(app, uncachedGroups.slice(from, from + maxInGuest));
}

/**
 * Renders modules: each app in guests of its own, which cannot access other remotes, and up to four apps at a time. Uses
 * cached markup of a release instead of rendering it again.
 * @returns the markup and the head of every module, and new entries for the render cache
 */
export async function renderRemotes(
  input: DeploymentInput,
  modules: readonly PlannedModule[],
  task: object,
  runner: GuestRunner,
) {
  const host = requireRelease(input, 'host');
  const newCacheEntries: RenderCacheEntry[] = [];
  /** Markup of the current batch. */
  const markups = new Map<string, Markup>();
  const heads = new Map<string, string>();
  const queue = new PQueue({ concurrency: 4 });
  let renderer: Promise<string> | undefined;
  const addOutput: AddOutput = (modulesOfOutput, output) => {
    for (const module of modulesOfOutput) {
      const name = renderedName(module);
      const { outside } = requireRelease(input, module.app).manifest;
      markups.set(name, checkMarkup(module, output[name] ?? '', outside?.frame));
      const head = output[headName(name)];
      if (head !== undefined) heads.set(name, checkHead(module, head));
    }
  };
  /** Renders groups of modules in one guest, and stores what it returns. */
  const renderGroups = async (app: string, groups: readonly (readonly PlannedModule[])[]) => {
    // Read once, and only if some markup is not cached.
    renderer ??= host.readRenderer();
    const guestTask = { ...task, renderer: await renderer };
    const outcome = await renderInGuest(input, guestTask, runner, { app, groups });
    addOutput(groups.flat(), outcome.output);
    newCacheEntries.push(...outcome.newCacheEntries);
  };
  /** Renders the modules of a batch, the apps side by side. */
  const renderBatch = async (batch: readonly PlannedModule[]) => {
    markups.clear();
    // Parts are inserted later, so the cached markup of a module does not depend on them.
    const withoutParts = batch.map(({ parts: _parts, opens: _opens, ...module }) => module);
    const modulesByApp = groupBy(withoutParts, ({ app }) => app);
    await waitForAll(
      modulesByApp.map((ofApp) =>
        queue.add(() => renderApp(input, ofApp, addOutput, renderGroups)),
      ),
    );
    return markups;
  };
  const filled = await renderAndFillParts(input, modules, renderBatch, maxInGuest);
  return { markups: filled, heads, newCacheEntries };
}
