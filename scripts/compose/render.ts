import { Worker } from 'node:worker_threads';
import type { Prices } from 'shared/contracts/plans';
import * as v from 'valibot';
import { CompositionRefused, type ComposableRelease, type CompositionInput } from './composition';

export interface RenderLimits {
  /** Milliseconds for loading and rendering everything. */
  readonly time: number;
  /** MiB of memory for the releases' objects, and again as much for what they hold outside of the heap. */
  readonly memory: number;
}

export const defaultRenderLimits: RenderLimits = { time: 10_000, memory: 256 };

const renderedPage = v.object({
  /** Address under the base path, for instance '/signup'. */
  path: v.string(),
  file: v.string(),
  indexable: v.boolean(),
  /** Title, description and what else a search engine or a link preview reads: elements of the head. */
  head: v.string(),
  /** Markup of #root. */
  markup: v.string(),
});
export type RenderedPage = v.InferOutput<typeof renderedPage>;

export interface Rendered {
  readonly pages: readonly RenderedPage[];
  /** Remotes that the host has a place for. */
  readonly shown: readonly string[];
}

const message = v.variant('kind', [
  v.object({ kind: v.literal('step'), app: v.string(), what: v.string() }),
  v.object({ kind: v.literal('wanted'), apps: v.array(v.string()) }),
  v.object({
    kind: v.literal('done'),
    pages: v.array(renderedPage),
    shown: v.array(v.string()),
  }),
  v.object({ kind: v.literal('failed'), reason: v.string() }),
]);

interface ReleaseData {
  readonly app: string;
  readonly version: string;
  readonly exposes: readonly string[];
}

export interface RenderData {
  readonly host: ReleaseData & { readonly source: string };
  readonly remotes: readonly ReleaseData[];
  readonly prices: Prices | null;
  readonly basePath: string;
  readonly siteUrl: string;
}

const releaseData = ({ manifest }: ComposableRelease): ReleaseData => ({
  app: manifest.app,
  version: manifest.version,
  exposes: Object.keys(manifest.exposes),
});

async function renderData(input: CompositionInput): Promise<RenderData> {
  const { releases, prices, basePath, siteUrl } = input;
  const { host, ...remotes } = releases;
  if (!host) throw new Error('A composition needs a release of the host.');
  return {
    host: { ...releaseData(host), source: await host.readServer() },
    remotes: Object.values(remotes).map(releaseData),
    prices,
    basePath,
    siteUrl,
  };
}

/** App → source text of its rendering bundle, of those among `apps` that have a release. */
async function readServers(
  { releases }: CompositionInput,
  apps: readonly string[],
): Promise<Record<string, string>> {
  const wanted = Object.entries(releases).filter(([app]) => apps.includes(app));
  const read = wanted.map(async ([app, { readServer }]) => [app, await readServer()] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** MiB that an idle worker takes, and that this process may need for itself meanwhile. */
const ownMemory = 128;
/** Milliseconds between two looks at the memory. */
const memoryWatch = 20;

const tooMuchMemory = ({ memory }: RenderLimits) => `it used more than ${memory} MiB of memory`;

/** Buffers are no objects of the heap, which alone the worker's own limit covers. */
function watchMemory(limits: RenderLimits, onTooMuch: () => void): NodeJS.Timeout {
  const allowed = process.memoryUsage.rss() + (2 * limits.memory + ownMemory) * 1024 * 1024;
  return setInterval(() => {
    if (process.memoryUsage.rss() > allowed) onTooMuch();
  }, memoryWatch);
}

function reasonOf(error: unknown, limits: RenderLimits): string {
  // A worker may throw anything, and under jest its errors are no instances of this realm's.
  if (typeof error !== 'object' || error === null) return String(error);
  if (Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchMemory(limits);
  return `${String(Reflect.get(error, 'name'))}: ${String(Reflect.get(error, 'message'))}`;
}

/**
 * Renders every page from the server bundles of a composition, in a worker that is stopped when it takes
 * too long or too much memory. Which remotes the host has a place for, only its bundle knows: the worker
 * asks for their bundles, and the others' are not even read.
 * @throws CompositionRefused naming the app whose code was running, its version and the reason
 */
export async function renderPages(
  input: CompositionInput,
  limits: RenderLimits = defaultRenderLimits,
): Promise<Rendered> {
  const data = await renderData(input);
  const worker = new Worker(new URL('render-worker.mjs', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
    env: { NODE_ENV: 'production' },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let step = { app: data.host.app, what: 'could not be loaded' };
  const timers: NodeJS.Timeout[] = [];
  return new Promise<Rendered>((resolve, reject) => {
    const refuse = (reason: string) => {
      const { app, what } = step;
      const version = input.releases[app]?.manifest.version ?? 'unknown';
      reject(new CompositionRefused([{ app, version, reason: `${what}: ${reason}` }]));
    };
    timers.push(
      setTimeout(() => refuse(`no answer within ${limits.time / 1000} s`), limits.time),
      watchMemory(limits, () => refuse(tooMuchMemory(limits))),
    );
    worker.on('message', (value: unknown) => {
      const parsed = v.safeParse(message, value);
      if (!parsed.success) refuse(`it gave no page but ${v.summarize(parsed.issues)}`);
      else if (parsed.output.kind === 'step') step = parsed.output;
      else if (parsed.output.kind === 'wanted') {
        const { apps } = parsed.output;
        readServers(input, apps).then((servers) => worker.postMessage(servers), reject);
      } else if (parsed.output.kind === 'failed') refuse(parsed.output.reason);
      else resolve(parsed.output);
    });
    // Steps that the worker told before it failed may still be on their way.
    worker.on('error', (error) => setImmediate(() => refuse(reasonOf(error, limits))));
    worker.on('exit', () => setImmediate(() => refuse('it ended the process it runs in')));
  }).finally(() => {
    timers.forEach(clearInterval);
    return worker.terminate();
  });
}
