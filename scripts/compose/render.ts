import { Worker } from 'node:worker_threads';
import type { ComposedPrices } from 'shared/contracts/plans';
import * as v from 'valibot';
import { CompositionRefused, type CompositionInput } from './composition';

export interface RenderLimits {
  /** Milliseconds for loading and rendering everything. */
  readonly time: number;
  /** MiB of memory for the releases' own objects. */
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

const message = v.variant('kind', [
  v.object({ kind: v.literal('step'), app: v.string(), what: v.string() }),
  v.object({ kind: v.literal('done'), pages: v.array(renderedPage) }),
  v.object({ kind: v.literal('failed'), reason: v.string() }),
]);

interface BundleData {
  readonly app: string;
  readonly version: string;
  readonly source: string;
  readonly exposes: readonly string[];
}

export interface RenderData {
  readonly host: BundleData;
  readonly remotes: readonly BundleData[];
  readonly prices: ComposedPrices | null;
  readonly basePath: string;
  readonly siteUrl: string;
}

function renderData({ releases, prices, basePath, siteUrl }: CompositionInput): RenderData {
  const bundles = Object.values(releases).map(({ manifest, serverSource }) => ({
    app: manifest.app,
    version: manifest.version,
    source: serverSource,
    exposes: Object.keys(manifest.exposes),
  }));
  const host = bundles.find(({ app }) => app === 'host');
  if (!host) throw new Error('A composition needs a release of the host.');
  return { host, remotes: bundles.filter((bundle) => bundle !== host), prices, basePath, siteUrl };
}

function reasonOf(error: Error, limits: RenderLimits): string {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `used more than ${limits.memory} MiB of memory`
    : `${error.name}: ${error.message}`;
}

/**
 * Renders every page from the server bundles of a composition, in a worker that is stopped when it takes
 * too long or too much memory.
 * @throws CompositionRefused naming the app whose code was running, its version and the reason
 */
export function renderPages(
  input: CompositionInput,
  limits: RenderLimits = defaultRenderLimits,
): Promise<RenderedPage[]> {
  const data = renderData(input);
  const worker = new Worker(new URL('render-worker.mjs', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
    env: { NODE_ENV: 'production' },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let step = { app: data.host.app, what: 'could not be loaded' };
  return new Promise<RenderedPage[]>((resolve, reject) => {
    const refuse = (reason: string) => {
      const { app, what } = step;
      const version = input.releases[app]?.manifest.version ?? 'unknown';
      reject(new CompositionRefused([{ app, version, reason: `${what}: ${reason}` }]));
    };
    const timer = setTimeout(() => {
      refuse(`no answer within ${limits.time / 1000} s`);
    }, limits.time);
    worker.on('message', (value: unknown) => {
      const parsed = v.parse(message, value);
      if (parsed.kind === 'step') step = parsed;
      else if (parsed.kind === 'failed') refuse(parsed.reason);
      else resolve(parsed.pages);
      if (parsed.kind !== 'step') clearTimeout(timer);
    });
    worker.on('error', (error) => {
      clearTimeout(timer);
      refuse(reasonOf(error, limits));
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      refuse('it ended the process it runs in');
    });
  }).finally(() => worker.terminate());
}
