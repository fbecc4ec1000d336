import { repositoryRoot } from '@composed/apps/this-repository';
import { UserError } from '@composed/command/errors';
import { sideBySide } from '@composed/command/side-by-side';
import { moduleSizes, readStats } from '@composed/apps/stats';
import type { Deployment } from '@composed/compose/deployment';
import {
  reduceToRemote,
  readScriptElements,
  readStyleElements,
} from '@composed/compose/deployment/composed-page';
import {
  downloadKey,
  downloadKeys,
  downloadSizes,
  findExcesses,
  limitsOf,
  type Load,
  shellGrowth,
  shellSize,
  subjectOf,
} from '../../ledger/budget';
import { readDeployment, pinsOf } from '../../deployments/deployments';
import { levelFor } from '../../store/compress';
import { type BuiltRelease, readManifest } from '../../store/releases';
import { formatCount, formatTable } from '@composed/command/format';
import type { DeploymentStep, NextDeployment, StepContext } from './step';

/** App → keys of its files among these addresses. */
function byApp(addresses: readonly string[]) {
  const keysByApp = new Map<string, Set<string>>();
  for (const address of addresses) {
    const [key, app] = /assets\/([^/]+)\/.*/.exec(address) ?? [];
    if (key === undefined || app === undefined) continue;
    keysByApp.set(app, (keysByApp.get(app) ?? new Set<string>()).add(key));
  }
  return keysByApp;
}

/** The files that each page loads at first or has inlined, such as its style sheets. */
function loadedBy(deployment: Deployment) {
  return pinsOf(deployment).map(({ name, pins }) => {
    const html = String(deployment.pages.get(name));
    // The script that loads ES modules (1.3 KB) counts for no budget: pages without such a remote do not have it.
    const scripts = [...readScriptElements(html), ...pins.preloads]
      .map(({ src }) => src)
      .filter((src) => !src.startsWith('/assets/host/es-modules'));
    const styles = readStyleElements(html).map(({ href }) => href);
    return { name, files: { script: byApp(scripts), style: byApp(styles) } };
  });
}

/** The compression level of the pages when all of them are new. */
function levelOf({ pages }: Deployment) {
  let size = 0;
  for (const { byteLength } of pages.values()) size += byteLength;
  return levelFor(size);
}

/** Loads of pages, and of the releases of `apps`, that are over the limits of these apps. */
async function measure(
  context: StepContext,
  { deployment, releases }: Pick<NextDeployment, 'deployment' | 'releases'>,
  apps: readonly string[],
  level: ReturnType<typeof levelOf>,
) {
  // The compressor remembers these bytes, so they are not compressed again when they are stored.
  const compressed = async (html: Buffer) =>
    (await context.tool.compress(html, 'br', level)).byteLength;
  const manifests = await Promise.all(
    Object.entries(releases).map(async ([app, version]) => {
      return [app, await readManifest(context.overlay, app, version)] as const;
    }),
  );
  const published = manifests.flatMap(([app, manifest]) =>
    manifest && apps.includes(app) ? [manifest] : [],
  );
  const pages = loadedBy(deployment);
  const files = new Set(published.flatMap(downloadKeys));
  for (const keysByApp of new Set(pages.flatMap((page) => Object.values(page.files))))
    for (const app of apps) for (const key of keysByApp.get(app) ?? []) files.add(downloadKey(key));
  const storedSizes = await context.overlay.sizesOf([...files]);
  const { budget } = context.ledger.settings;
  const limits = new Map(
    manifests.map(([app, manifest]) => [app, limitsOf(budget, app, manifest?.budget)]),
  );
  const loads = await sideBySide(pages, async ({ name, files }) => {
    const ofFiles = (['script', 'style'] as const).flatMap((kind) =>
      apps.map((app): Load => {
        const sizes = [...(files[kind].get(app) ?? [])].map((key) =>
          storedSizes.get(downloadKey(key)),
        );
        const bytes = sizes.reduce<number>((sum, each = 0) => sum + each, 0);
        return { where: name, app, kind, bytes };
      }),
    );
    const appsOfPage = new Set(['host', ...files.style.keys(), ...files.script.keys()]);
    const measuredApps = apps.filter((app) => appsOfPage.has(app));
    const each = [...appsOfPage].map((app) => limits.get(app)?.html ?? Infinity);
    const limit = each.reduce((sum, bytes) => sum + bytes, 0);
    const html = deployment.pages.get(name) ?? Buffer.of();
    // A whole page within the limits of its apps is not measured in parts.
    const over = measuredApps.length === 0 ? 0 : (await compressed(html)) - limit;
    if (over <= 0) return ofFiles;
    const sizeWith = (app: string | null) =>
      compressed(Buffer.from(reduceToRemote(String(html), app)));
    const shell = await sizeWith(null);
    const ofHtml = measuredApps.map(async (app): Promise<Load> => {
      const bytes = app === 'host' ? shell : (await sizeWith(app)) - shell;
      // An app may use bytes that the other apps of the page leave free.
      const countedBytes = Math.min(bytes, (limits.get(app)?.html ?? Infinity) + over);
      return { where: name, app, kind: 'html', bytes: countedBytes };
    });
    return [...ofFiles, ...(await Promise.all(ofHtml))];
  });
  const whole = published.map((manifest): Load => {
    const { script, style } = downloadSizes(manifest, storedSizes);
    const { app, version } = manifest;
    return { where: version, app, kind: 'release', bytes: script + style };
  });
  return { limits, excesses: findExcesses([...loads.flat(), ...whole], limits) };
}

/** Modules that pages have a slot for. */
function slotsOf({ pages, empty }: Pick<Deployment, 'pages' | 'empty'>) {
  const slots = new Set(empty);
  for (const html of pages.values())
    for (const [, id = ''] of String(html).matchAll(/ data-slot="([^"]+)"/g)) slots.add(id);
  return slots;
}

const sizeOfShell = (deployment: Deployment) =>
  shellSize(deployment.pages.keys(), slotsOf(deployment));

/** The excesses that the live site does not have, beyond the allowance of a host for new pages and slots. */
async function findNewExcesses(
  context: StepContext,
  next: NextDeployment,
  apps: readonly string[],
) {
  const { tool, ledger } = context;
  const level = levelOf(next.deployment);
  const { limits, excesses } = await measure(context, next, apps, level);
  if (excesses.length === 0) return [];
  const { live } = ledger;
  const deployment = live && (await readDeployment(tool.store, live.deployment));
  const before = live && deployment && { deployment, releases: live.releases };
  const earlierExcesses = before ? (await measure(context, before, apps, level)).excesses : [];
  const overBefore = new Map(earlierExcesses.map((excess) => [subjectOf(excess), excess.over]));
  const addedShell = deployment
    ? Math.max(0, sizeOfShell(next.deployment) - sizeOfShell(deployment))
    : 0;
  return excesses
    .filter(({ over, ...load }) => {
      const growth = load.app === 'host' ? addedShell * shellGrowth[load.kind] : 0;
      return over > (overBefore.get(subjectOf(load)) ?? 0) + growth;
    })
    .map((excess) => {
      const neededLimit = (limits.get(excess.app)?.[excess.kind] ?? 0) + excess.over;
      return { ...excess, setting: [`${excess.app}.${excess.kind}`, neededLimit] as const };
    });
}

/** A count of bytes without rounding, since limits are compared to the byte. */
const formatExact = (count: number) => count.toLocaleString('en-US');

/** The modules of a build, by webpack's statistics beside its release.json; none without these. */
export async function bundledModulesOf({ folder, manifest: { app } }: BuiltRelease) {
  const stats = folder === null ? null : await readStats(app, folder).catch(() => null);
  return stats ? moduleSizes(stats, repositoryRoot) : [];
}

async function formatLargestModules(build: BuiltRelease) {
  const modules = (await bundledModulesOf(build)).sort((a, b) => b.bytes - a.bytes).slice(0, 5);
  if (modules.length === 0) return [];
  const largest = modules.map(({ name, bytes }) => `${name} (${formatExact(bytes)})`).join(', ');
  return [
    `The largest modules of ${build.manifest.app}, in bytes before minification: ${largest}.`,
  ];
}

/** @param override the reason to accept a release over budget */
export const checkBudget = (
  apps: readonly string[],
  override: string | undefined,
): DeploymentStep => ({
  kind: 'read-only',
  title: 'Check the budget',
  async run(context, next) {
    const excesses = await findNewExcesses(context, next, apps);
    if (excesses.length === 0) return { output: next, detail: '' };
    if (override !== undefined) {
      const overBudgetOf = [...new Set(excesses.map(({ app }) => app))].sort();
      const overrides = { ...next.overrides, overBudget: override, overBudgetOf };
      const output = { ...next, overrides };
      return { output, detail: `${formatCount(excesses.length, 'limit')} passed: ${override}` };
    }
    const builds = apps.flatMap((app) => context.builds.get(app) ?? []);
    const numbers = ['Bytes', 'Limit', 'Over'];
    const rows = excesses.map(({ app, kind, where, bytes, limit, over }) => {
      return [app, kind, where, formatExact(bytes), formatExact(limit), `+${formatExact(over)}`];
    });
    // A limit that fits the greatest excess, which comes first, fits the others.
    const settings = new Map(excesses.map(({ setting }) => setting).reverse());
    const options = [...settings].map(([limit, needed]) => `--budget ${limit}=${needed}`);
    throw new UserError(
      [
        'The release is over budget, and what is live is as it was.',
        formatTable({ heads: ['Over budget', 'Of', 'Where', ...numbers], rows }, new Set(numbers)),
        ...(await Promise.all(builds.map(formatLargestModules))).flat(),
        `Make it lighter, let it through with a reason, which the history keeps (--over-budget "<reason>"), or change the limit, in the app's package.json ("microFrontend": { "budget": … }) or for this site: npm run release -- settings ${options.join(' ')}`,
      ].join('\n'),
    );
  },
});
