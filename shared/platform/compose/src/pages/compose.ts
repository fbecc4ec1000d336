import {
  composerOutput,
  composerVersion,
  headName,
  renderedName,
  type PlannedModule,
} from '@composed/contracts/composer';
import { pageFile } from '@composed/contracts/page-addresses';
import PQueue from 'p-queue';
import * as v from 'valibot';
import { isPageAddress } from '@composed/contracts/url-routing';
import { ReleaseError, type Violation } from '@composed/command/errors';
import { controls, plainText, terminal } from '@composed/command/terminal';
import { notAPage, problemOfRootFile } from '../checks/check-file';
import { checkGlobals } from '../checks/check-globals';
import { checkHead } from '../checks/check-head';
import { checkMarkup } from '../checks/check-markup';
import { createPageCheck, readPage } from '../checks/check-page';
import {
  type Deployment,
  type DeploymentInput,
  idOf,
  releaseOf,
  type RenderedModules,
} from '../deployment/deployment';
import { groupBy } from '@composed/command/group-by';
import { SpooledFiles } from '../deployment/spooled-files';
import type { Markup } from '../checks/markup';
import { cacheEntries, cacheName } from './render-cache';
import { fillInTurns } from './parts';
import {
  EngineEnded,
  ordinaryLimits,
  startEngine,
  startEngines,
} from '../sandbox/runner/run-engine';
import { createSlotFiller } from './slots';

const ordinary = {
  limits: ordinaryLimits,
  start: startEngine,
  // A terminal may show a step that is under way on this line.
  print: (line: string): void => terminal.writeError(controls.rewind, `${line}\n`),
};

interface Tools {
  readonly run: ReturnType<typeof startEngine>['run'];
  readonly print: (line: string) => void;
}

/**
 * Waits for all.
 * @throws ReleaseError with every refusal; any other error is thrown first
 */
async function waitForAll(works: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  const errors = outcomes.flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  const refusals = errors.filter((each) => each instanceof ReleaseError);
  if (refusals.length < errors.length) throw errors.find((each) => !(each instanceof ReleaseError));
  if (refusals.length > 0)
    throw new ReleaseError(...refusals.flatMap(({ violations }) => violations));
}

/** The schema of a guest's output: the markup of each module, and its head where it has one. */
const outputOf = (names: readonly string[]) =>
  v.object(
    Object.fromEntries<v.GenericSchema<string>>(
      names.flatMap((name) => [
        [name, v.string()],
        [headName(name), v.exactOptional(v.string())],
      ]),
    ),
  );

/** The most modules that one guest renders, within its limits of memory and of text. */
const maxInGuest = 250;

/**
 * Renders groups of modules of one app in a guest.
 * @returns the output of the guest, and an entry for the cache of each group; none where the app has asked for the time
 */
async function renderInGuest(
  input: DeploymentInput,
  { renderer, ...task }: { readonly renderer: string },
  { run, print }: Tools,
  { app, groups }: { app: string; groups: readonly (readonly PlannedModule[])[] },
) {
  const { manifest: host } = releaseOf(input, 'host');
  const { manifest, readServer } = releaseOf(input, app);
  const bundles = { 'host/renderer.cjs': renderer, [`${app}/server.cjs`]: await readServer() };
  const modules = groups.flat().map((module) => ({ ...module, name: renderedName(module) }));
  const { output, asksTime } = await run({
    app,
    output: outputOf(modules.map(({ name }) => name)),
    task: { ...task, kind: 'render', bundles, modules },
    print,
  });
  const rendered = groups.map((group): RenderedModules => {
    const groupNames = group.map(renderedName).flatMap((each) => [each, headName(each)]);
    const markups = Object.entries(output).filter(([each]) => groupNames.includes(each));
    const name = cacheName(host, group);
    return { app, version: manifest.version, name, markups: Object.fromEntries(markups) };
  });
  return { output, rendered: asksTime ? [] : rendered };
}

/**
 * Renders modules in guests of one app each, which have no access to other remotes; four at a time. Cached markup of a
 * release is used in place of rendering.
 * @returns the markup of every module, and new markup that may be cached
 */
async function renderRemotes(
  input: DeploymentInput,
  modules: readonly PlannedModule[],
  task: object,
  tools: Tools,
) {
  const host = releaseOf(input, 'host');
  const rendered: RenderedModules[] = [];
  const markups = new Map<string, Markup>();
  const heads = new Map<string, string>();
  const queue = new PQueue({ concurrency: 4 });
  let renderer: Promise<string> | undefined;
  const take = (modulesOfOutput: readonly PlannedModule[], output: RenderedModules['markups']) => {
    for (const module of modulesOfOutput) {
      const name = renderedName(module);
      const { outside } = releaseOf(input, module.app).manifest;
      markups.set(name, checkMarkup(module, output[name] ?? '', outside?.frame));
      const head = output[headName(name)];
      if (head !== undefined) heads.set(name, checkHead(module, head));
    }
  };
  const renderAnew = async (app: string, groups: readonly (readonly PlannedModule[])[]) => {
    renderer ??= host.readRenderer();
    const outcome = await renderInGuest(input, { ...task, renderer: await renderer }, tools, {
      app,
      groups,
    });
    take(groups.flat(), outcome.output);
    rendered.push(...outcome.rendered);
  };
  const renderApp = async (shown: readonly PlannedModule[]) => {
    const { app = '' } = shown[0] ?? {};
    const { readCachedMarkup } = releaseOf(input, app);
    const looks = cacheEntries(shown).map(async (group) => {
      const cached = await readCachedMarkup(cacheName(host.manifest, group));
      if (cached) take(group, cached);
      return cached ? [] : [group];
    });
    const groups = (await Promise.all(looks)).flat();
    for (let from = 0; from < groups.length; from += maxInGuest)
      await renderAnew(app, groups.slice(from, from + maxInGuest));
  };
  const renderAll = async (batch: readonly PlannedModule[]) => {
    markups.clear();
    // The markup of a module does not change with the parts inside of it.
    const bare = batch.map(({ parts: _parts, opens: _opens, ...module }) => module);
    const works = groupBy(bare, ({ app }) => app).map((shown) => queue.add(() => renderApp(shown)));
    await waitForAll(works);
    return markups;
  };
  return { markups: await fillInTurns(input, modules, renderAll, maxInGuest), heads, rendered };
}

const nothing: Awaited<ReturnType<typeof renderRemotes>> = {
  markups: new SpooledFiles(),
  heads: new Map(),
  rendered: [],
};

/** Pages that the host's composer made, and the remotes' markup for the slots in them. */
async function render(input: DeploymentInput, tools: Tools) {
  const { run, print } = tools;
  const { releases, ...site } = input;
  const host = await releaseOf(input, 'host').readServer();
  const days = Object.values(site.data).map(({ readOn }) => Date.parse(readOn) || 0);
  const instant = Math.max(0, ...days);
  const common = { composerVersion, instant };
  const manifests = Object.fromEntries(
    Object.entries(releases).map(([app, { manifest }]) => [app, JSON.stringify(manifest)]),
  );
  let remotes = Promise.resolve(nothing);
  const pages = new SpooledFiles();
  /** Files of releases, each in memory once. */
  const files = new Map<string, Promise<Buffer>>();
  const { output } = await run({
    app: 'host',
    output: composerOutput,
    task: { ...common, kind: 'compose', bundles: { 'host/server.cjs': host }, manifests, site },
    print,
    host: {
      answer: async (question) => {
        if (question.kind === 'head') return (await remotes).heads.get(question.name) ?? 'null';
        const { app, file } = question;
        const key = `${app}/${file}`;
        const reading = files.get(key) ?? releaseOf(input, app).readFile(file);
        files.set(key, reading);
        return String(await reading);
      },
      onPlan: (modules) => {
        remotes = renderRemotes(input, modules, common, tools);
        // A failure is thrown below, when the host’s output is there.
        remotes.catch(() => undefined);
      },
      onPage: (address, html) => pages.set(address, Buffer.from(html)),
    },
  });
  return { output, pages, ...('violations' in output ? nothing : await remotes) };
}

/** A refusal that names the version of each release. */
function errorWithVersions({ releases }: DeploymentInput, violations: readonly Violation[]) {
  const versionOf = (app: string) => releases[app]?.manifest.version ?? 'unknown';
  return new ReleaseError(
    ...violations.map((violation) => ({ ...violation, version: versionOf(violation.app) })),
  );
}

/**
 * Composes every page of a site from one release per app: the host's composer runs in one sandbox, and each remote's
 * modules in another. The same input gives the same bytes anywhere. A result that is no page of these releases is
 * refused.
 * @returns the pages with an id derived from their content, and names of data that the host could not read; nothing is
 *   written anywhere
 * @throws ReleaseError when a release must not go live, naming the app, its version and the reason; Error when
 *   composing itself failed
 */
export async function compose(input: DeploymentInput, options: Partial<typeof ordinary> = {}) {
  const { limits, print, start } = { ...ordinary, ...options };
  return composeIn(start(limits), input, print).catch((error: unknown) => {
    if (!(error instanceof EngineEnded)) throw error;
    // Alone in a process, the release at fault is found.
    return composeIn(startEngines(limits, start), input, print);
  });
}

async function composeIn(
  engine: ReturnType<typeof startEngine>,
  input: DeploymentInput,
  print: (line: string) => void,
): Promise<Deployment & { readonly unread: readonly string[] }> {
  const { host } = input.releases;
  try {
    if (!host) throw new Error('A deployment needs a release of the host.');
    await checkGlobals(input);
    const { output, pages, markups, rendered } = await render(input, { run: engine.run, print });
    if ('violations' in output) throw new ReleaseError(...output.violations);
    const checkPage = createPageCheck(input);
    const fillSlots = createSlotFiller(markups);
    const contents = new SpooledFiles();
    for (const [address, html] of pages) {
      if (!isPageAddress(address))
        throw new ReleaseError({ app: 'host', reason: notAPage(address) });
      const name = pageFile(address);
      const page = readPage(String(html));
      checkPage(name, page);
      contents.set(name, Buffer.from(fillSlots(name, page)));
    }
    const files = Object.entries(output.files).map(async ([name, file]) => {
      const bytes = 'text' in file ? Buffer.from(file.text) : await host.readFile(file.file);
      const problem = problemOfRootFile(name);
      if (problem !== null) {
        const reason = plainText(`its file ${name} ${problem}`);
        throw new ReleaseError({ app: 'host', reason });
      }
      return [name, bytes] as const;
    });
    for (const [name, bytes] of await Promise.all(files)) contents.set(name, bytes);
    const { empty, unread } = output;
    return { id: idOf(contents), pages: contents, empty, rendered, unread };
  } catch (error) {
    throw error instanceof ReleaseError ? errorWithVersions(input, error.violations) : error;
  } finally {
    engine.end();
  }
}
