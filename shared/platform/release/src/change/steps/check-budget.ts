import { UserError } from '@composed/command/errors';
import { sideBySide } from '@composed/command/side-by-side';
import type { Deployment } from '@composed/compose/deployment';
import {
  reduceToRemote,
  readScriptElements,
  readStyleElements,
} from '@composed/compose/deployment/composed-page';
import {
  findDownloadKey,
  listDownloadKeys,
  measureDownloads,
  findExcesses,
  findLimits,
  type Usage,
  growthPerPageOrSlot,
  countPagesAndSlots,
  subjectOf,
} from '../../ledger/budget';
import { readDeployment, readPinsOfPages } from '../../deployments/deployments';
import { chooseLevel } from '../../store/compress';
import { type BuiltRelease, readBundledModules, readManifest } from '../../store/releases';
import { formatCount, formatTable } from '@composed/command/format';
import type { DeploymentStep, NextDeployment, StepContext } from '../step';

/** Groups the keys of files by app. Leaves out addresses of other files. */
function groupKeysByApp(addresses: readonly string[]) {
  const keysByApp = new Map<string, Set<string>>();
  for (const address of addresses) {
    const [key, app] = /assets\/([^/]+)\/.*/.exec(address) ?? [];
    if (key === undefined || app === undefined) continue;
    keysByApp.set(app, (keysByApp.get(app) ?? new Set<string>()).add(key));
  }
  return keysByApp;
}

/** Returns the files that each page loads first, or has inlined, as its style sheets. */
function findLoadedFiles(deployment: Deployment) {
  return readPinsOfPages(deployment).map(({ name, pins }) => {
    const html = String(deployment.pages.get(name));
    // The script that loads ES modules (1.3 KB) does not count, since only pages with such a remote have it.
    const scripts = [...readScriptElements(html), ...pins.preloads]
      .map(({ src }) => src)
      .filter((src) => !src.startsWith('/assets/host/es-modules'));
    const styles = readStyleElements(html).map(({ href }) => href);
    return { name, files: { script: groupKeysByApp(scripts), style: groupKeysByApp(styles) } };
  });
}

/** Returns the compression level for the pages if all of them are new. */
function choosePageLevel({ pages }: Deployment) {
  let size = 0;
  for (const { byteLength } of pages.values()) size += byteLength;
  return chooseLevel(size);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

type LoadedPage = ReturnType<typeof findLoadedFiles>[number];

/** Returns the bytes of scripts and of styles that each app loads in a page. */
function measureFiles(
  { name, files }: LoadedPage,
  apps: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Usage[] {
  return (['script', 'style'] as const).flatMap((kind) =>
    apps.map((app): Usage => {
      const keysOfApp = [...(files[kind].get(app) ?? [])];
      const bytes = sum(keysOfApp.map((key) => sizes.get(findDownloadKey(key)) ?? 0));
      return { where: name, app, kind, bytes };
    }),
  );
}

/** Returns the bytes of HTML that each app has in a page; none if the whole page is within the limits of its apps. */
async function measureHtml(
  { name, files, html }: LoadedPage & { readonly html: Buffer },
  apps: readonly string[],
  limits: ReadonlyMap<string, ReturnType<typeof findLimits>>,
  measureCompressed: (html: Buffer) => Promise<number>,
): Promise<Usage[]> {
  const appsOfPage = new Set(['host', ...files.style.keys(), ...files.script.keys()]);
  const measuredApps = apps.filter((app) => appsOfPage.has(app));
  if (measuredApps.length === 0) return [];
  const limitOf = (app: string) => limits.get(app)?.html ?? Infinity;
  const excess = (await measureCompressed(html)) - sum([...appsOfPage].map(limitOf));
  if (excess <= 0) return [];
  const measureWith = (app: string | null) =>
    measureCompressed(Buffer.from(reduceToRemote(String(html), app)));
  const hostBytes = await measureWith(null);
  const usages = measuredApps.map(async (app): Promise<Usage> => {
    const bytes = app === 'host' ? hostBytes : (await measureWith(app)) - hostBytes;
    // An app may use bytes that the other apps of the page leave free.
    return { where: name, app, kind: 'html', bytes: Math.min(bytes, limitOf(app) + excess) };
  });
  return Promise.all(usages);
}

/** Returns the limits of all apps, and the usages of some apps, in pages and as releases, that exceed them. */
async function measureDeployment(
  { tool, overlay, ledger }: StepContext,
  { deployment, releases }: Pick<NextDeployment, 'deployment' | 'releases'>,
  apps: readonly string[],
  level: ReturnType<typeof choosePageLevel>,
) {
  const manifests = await Promise.all(
    Object.entries(releases).map(async ([app, version]) => {
      return [app, await readManifest(overlay, app, version)] as const;
    }),
  );
  const { budget } = ledger.settings;
  const limits = new Map(
    manifests.map(([app, manifest]) => [app, findLimits(budget, app, manifest?.budget)]),
  );
  const publishedManifests = manifests.flatMap(([app, manifest]) =>
    manifest && apps.includes(app) ? [manifest] : [],
  );
  const pages = findLoadedFiles(deployment);
  const keysByApp = pages.flatMap(({ files }) => [files.script, files.style]);
  const pageKeys = keysByApp.flatMap((keys) => apps.flatMap((app) => [...(keys.get(app) ?? [])]));
  const measuredKeys = new Set([
    ...publishedManifests.flatMap(listDownloadKeys),
    ...pageKeys.map(findDownloadKey),
  ]);
  const sizes = await overlay.sizesOf([...measuredKeys]);
  // The compressor caches the result, so pages are not compressed again when they are stored.
  const compressedSize = async (html: Buffer) =>
    (await tool.compress(html, 'br', level)).byteLength;
  const pageUsages = await sideBySide(pages, async (page) => {
    const html = deployment.pages.get(page.name) ?? Buffer.of();
    const ofHtml = await measureHtml({ ...page, html }, apps, limits, compressedSize);
    return [...measureFiles(page, apps, sizes), ...ofHtml];
  });
  const releaseUsages = publishedManifests.map((manifest): Usage => {
    const { script, style } = measureDownloads(manifest, sizes);
    const { app, version } = manifest;
    return { where: version, app, kind: 'release', bytes: script + style };
  });
  return { limits, excesses: findExcesses([...pageUsages.flat(), ...releaseUsages], limits) };
}

/** Returns the federation ids of the modules that pages have a slot for. */
function findSlots({ pages, empty }: Pick<Deployment, 'pages' | 'empty'>) {
  const slots = new Set(empty);
  for (const html of pages.values())
    for (const [, id = ''] of String(html).matchAll(/ data-slot="([^"]+)"/g)) slots.add(id);
  return slots;
}

const countDeploymentPagesAndSlots = (deployment: Deployment) =>
  countPagesAndSlots(deployment.pages.keys(), findSlots(deployment));

/** Returns the excesses that the live site does not have. A host gets an allowance for new pages and slots. */
async function findNewExcesses(
  context: StepContext,
  next: NextDeployment,
  apps: readonly string[],
) {
  const { tool, ledger } = context;
  const level = choosePageLevel(next.deployment);
  const { limits, excesses } = await measureDeployment(context, next, apps, level);
  if (excesses.length === 0) return [];
  const { live } = ledger;
  const deployment = live && (await readDeployment(tool.store, live.deployment));
  const before = live && deployment && { deployment, releases: live.releases };
  const earlierExcesses = before
    ? (await measureDeployment(context, before, apps, level)).excesses
    : [];
  const overBefore = new Map(earlierExcesses.map((excess) => [subjectOf(excess), excess.over]));
  const addedPagesAndSlots = deployment
    ? Math.max(
        0,
        countDeploymentPagesAndSlots(next.deployment) - countDeploymentPagesAndSlots(deployment),
      )
    : 0;
  return excesses
    .filter(({ over, ...usage }) => {
      const growth =
        usage.app === 'host' ? addedPagesAndSlots * growthPerPageOrSlot[usage.kind] : 0;
      return over > (overBefore.get(subjectOf(usage)) ?? 0) + growth;
    })
    .map((excess) => {
      const neededLimit = (limits.get(excess.app)?.[excess.kind] ?? 0) + excess.over;
      return { ...excess, setting: [`${excess.app}.${excess.kind}`, neededLimit] as const };
    });
}

/** Formats a number of bytes without rounding, since limits are compared to the byte. */
const formatExact = (count: number) => count.toLocaleString('en-US');

async function formatLargestModules(build: BuiltRelease) {
  const modules = (await readBundledModules(build)).sort((a, b) => b.bytes - a.bytes).slice(0, 5);
  if (modules.length === 0) return [];
  const largest = modules.map(({ name, bytes }) => `${name} (${formatExact(bytes)})`).join(', ');
  return [
    `The largest modules of ${build.manifest.app}, in bytes before minification: ${largest}.`,
  ];
}

/** Lists the excesses, the largest modules of the builds, and the settings that would allow them. */
async function createRefusal(
  { builds }: StepContext,
  apps: readonly string[],
  excesses: Awaited<ReturnType<typeof findNewExcesses>>,
): Promise<UserError> {
  const numbers = ['Bytes', 'Limit', 'Over'];
  const rows = excesses.map(({ app, kind, where, bytes, limit, over }) => {
    return [app, kind, where, formatExact(bytes), formatExact(limit), `+${formatExact(over)}`];
  });
  const ownBuilds = apps.flatMap((app) => builds.get(app) ?? []);
  const largestModules = (await Promise.all(ownBuilds.map(formatLargestModules))).flat();
  // The greatest excess of an app comes first. Reversed, it is the last one that the map gets, and its limit fits all.
  const settings = new Map(excesses.map(({ setting }) => setting).reverse());
  const options = [...settings].map(([limit, needed]) => `--budget ${limit}=${needed}`);
  return new UserError(
    [
      'The release is over budget, and the live site is unchanged.',
      formatTable({ heads: ['Over budget', 'Of', 'Where', ...numbers], rows }, new Set(numbers)),
      ...largestModules,
      `Make it smaller, accept it with a reason for the history (--over-budget "<reason>"), or change the limit, in the app's package.json ("microFrontend": { "budget": … }) or for this site: npm run release -- settings ${options.join(' ')}`,
    ].join('\n'),
  );
}

/** @param reason the reason to accept a release over budget */
export const checkBudget = (
  apps: readonly string[],
  reason: string | undefined,
): DeploymentStep => ({
  access: 'reads',
  title: 'Check the budget',
  async run(context, next) {
    const excesses = await findNewExcesses(context, next, apps);
    if (excesses.length === 0) return { output: next, detail: '' };
    if (reason !== undefined) {
      const overBudgetOf = [...new Set(excesses.map(({ app }) => app))].sort();
      const overrides = { ...next.overrides, overBudget: reason, overBudgetOf };
      const output = { ...next, overrides };
      return { output, detail: `${formatCount(excesses.length, 'limit')} passed: ${reason}` };
    }
    throw await createRefusal(context, apps, excesses);
  },
});
