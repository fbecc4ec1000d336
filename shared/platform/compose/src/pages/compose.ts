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
import { describeInvalidAddress, problemOfRootFile } from '../checks/check-file';
import { checkGlobals } from '../checks/check-globals';
import { checkHead } from '../checks/check-head';
import { checkMarkup } from '../checks/check-markup';
import { createPageCheck, readPage } from '../checks/check-page';
import {
  type ComposableRelease,
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
import { renderInBatches } from './parts';
import {
  EngineEnded,
  ordinaryLimits,
  startEngine,
  startEngines,
} from '../sandbox/runner/run-engine';
import { createSlotFiller } from './slots';

const defaultOptions = {
  limits: ordinaryLimits,
  start: startEngine,
  // A terminal may show the step that is running on the current line, so the cursor returns to its start first.
  print: (line: string): void => terminal.writeError(controls.rewind, `${line}\n`),
};

interface Tools {
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
  { run, print }: Tools,
  { app, groups }: { app: string; groups: readonly (readonly PlannedModule[])[] },
) {
  const { manifest: host } = releaseOf(input, 'host');
  const { manifest, readServer } = releaseOf(input, app);
  const bundles = { 'host/renderer.cjs': renderer, [`${app}/server.cjs`]: await readServer() };
  const modules = groups.flat().map((module) => ({ ...module, name: renderedName(module) }));
  const { output, asksTime } = await run({
    app,
    output: createOutputSchema(modules.map(({ name }) => name)),
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
 * Renders modules: each app in guests of its own, which cannot access other remotes, and up to four apps at a time. Uses
 * cached markup of a release instead of rendering it again.
 * @returns the markup and the head of every module, and new entries for the render cache
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
  const addOutput = (
    modulesOfOutput: readonly PlannedModule[],
    output: RenderedModules['markups'],
  ) => {
    for (const module of modulesOfOutput) {
      const name = renderedName(module);
      const { outside } = releaseOf(input, module.app).manifest;
      markups.set(name, checkMarkup(module, output[name] ?? '', outside?.frame));
      const head = output[headName(name)];
      if (head !== undefined) heads.set(name, checkHead(module, head));
    }
  };
  const renderGroups = async (app: string, groups: readonly (readonly PlannedModule[])[]) => {
    renderer ??= host.readRenderer();
    const outcome = await renderInGuest(input, { ...task, renderer: await renderer }, tools, {
      app,
      groups,
    });
    addOutput(groups.flat(), outcome.output);
    rendered.push(...outcome.rendered);
  };
  const renderApp = async (modulesOfApp: readonly PlannedModule[]) => {
    const { app = '' } = modulesOfApp[0] ?? {};
    const { readCachedMarkup } = releaseOf(input, app);
    const lookups = cacheEntries(modulesOfApp).map(async (group) => {
      const cached = await readCachedMarkup(cacheName(host.manifest, group));
      if (cached) addOutput(group, cached);
      return cached ? [] : [group];
    });
    const uncachedGroups = (await Promise.all(lookups)).flat();
    for (let from = 0; from < uncachedGroups.length; from += maxInGuest)
      await renderGroups(app, uncachedGroups.slice(from, from + maxInGuest));
  };
  const renderBatch = async (batch: readonly PlannedModule[]) => {
    markups.clear();
    // Parts are inserted later, so the cached markup of a module does not depend on them.
    const withoutParts = batch.map(({ parts: _parts, opens: _opens, ...module }) => module);
    const modulesByApp = groupBy(withoutParts, ({ app }) => app);
    await waitForAll(modulesByApp.map((ofApp) => queue.add(() => renderApp(ofApp))));
    return markups;
  };
  const filled = await renderInBatches(input, modules, renderBatch, maxInGuest);
  return { markups: filled, heads, rendered };
}

const noRemotes: Awaited<ReturnType<typeof renderRemotes>> = {
  markups: new SpooledFiles(),
  heads: new Map(),
  rendered: [],
};

/** Runs the host's composer, and renders the remotes as soon as it has planned them. */
async function render(input: DeploymentInput, tools: Tools) {
  const { run, print } = tools;
  const { releases, ...site } = input;
  const host = await releaseOf(input, 'host').readServer();
  const readTimes = Object.values(site.data).map(({ readOn }) => Date.parse(readOn) || 0);
  const instant = Math.max(0, ...readTimes);
  const common = { composerVersion, instant };
  const manifests = Object.fromEntries(
    Object.entries(releases).map(([app, { manifest }]) => [app, JSON.stringify(manifest)]),
  );
  let remotes = Promise.resolve(noRemotes);
  const pages = new SpooledFiles();
  /** Files of releases that the composer has asked for. */
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
        // `render` awaits the remotes after the composer, and throws their failure then.
        remotes.catch(() => undefined);
      },
      onPage: (address, html) => pages.set(address, Buffer.from(html)),
    },
  });
  return { output, pages, ...('violations' in output ? noRemotes : await remotes) };
}

/** Creates a ReleaseError whose violations name the version of their app's release. */
function errorWithVersions({ releases }: DeploymentInput, violations: readonly Violation[]) {
  const versionOf = (app: string) => releases[app]?.manifest.version ?? 'unknown';
  return new ReleaseError(
    ...violations.map((violation) => ({ ...violation, version: versionOf(violation.app) })),
  );
}

/** Checks the host's pages, and inserts the markup of the remotes. */
function fillPages(
  input: DeploymentInput,
  { pages, markups }: Pick<Awaited<ReturnType<typeof render>>, 'pages' | 'markups'>,
): SpooledFiles {
  const checkPage = createPageCheck(input);
  const fillSlots = createSlotFiller(markups);
  const filled = new SpooledFiles();
  for (const [address, html] of pages) {
    if (!isPageAddress(address))
      throw new ReleaseError({ app: 'host', reason: describeInvalidAddress(address) });
    const name = pageFile(address);
    const page = readPage(String(html));
    checkPage(name, page);
    filled.set(name, Buffer.from(fillSlots(name, page)));
  }
  return filled;
}

/** Returns the files that the composer has made for the root of the site, or copied from the host's release. */
async function readRootFiles(
  host: ComposableRelease,
  files: Readonly<Record<string, { text: string } | { file: string }>>,
) {
  const entries = Object.entries(files).map(async ([name, file]) => {
    const bytes = 'text' in file ? Buffer.from(file.text) : await host.readFile(file.file);
    const problem = problemOfRootFile(name);
    if (problem !== null) {
      const reason = plainText(`its file ${name} ${problem}`);
      throw new ReleaseError({ app: 'host', reason });
    }
    return [name, bytes] as const;
  });
  return Promise.all(entries);
}

/**
 * Composes every page of a site from one release per app. The host's composer and each remote's modules run in
 * sandboxes of their own. The same input gives the same bytes on every machine. Writes nothing.
 * @returns the deployment, and the names of data that the host could not read
 * @throws ReleaseError naming each release that must not go live, with the reason; Error if composing itself failed
 */
export async function compose(
  input: DeploymentInput,
  options: Partial<typeof defaultOptions> = {},
) {
  const { limits, print, start } = { ...defaultOptions, ...options };
  return composeIn(start(limits), input, print).catch((error: unknown) => {
    if (!(error instanceof EngineEnded)) throw error;
    // With a process for each guest, it is known which release made its process end.
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
    const contents = fillPages(input, { pages, markups });
    const rootFiles = await readRootFiles(host, output.files);
    for (const [name, bytes] of rootFiles) contents.set(name, bytes);
    const { empty, unread } = output;
    return { id: idOf(contents), pages: contents, empty, rendered, unread };
  } catch (error) {
    throw error instanceof ReleaseError ? errorWithVersions(input, error.violations) : error;
  } finally {
    engine.end();
  }
}
