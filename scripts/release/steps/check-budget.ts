import { repositoryRoot } from '@shopwright/shared/build/shared-packages';
import { moduleSizes, readStats } from '../../build/stats';
import type { Composition } from '../../compose/composition';
import { readScriptElements } from '../../compose/composed-page';
import { downloadSizes, findExcesses, type Sizes } from '../budget';
import { readComposition, recordsOf } from '../compositions';
import type { ReleaseSet } from '../ledger';
import { Refusal } from '../refusal';
import { type BuiltRelease, readManifest } from '../releases';
import { formatCount, formatTable } from '../reports/format';
import { composedIn, type Run, type StepKind } from './step';

/** The styles that stand in a page. */
function inlineStyles(html: string): string {
  const [, ...styles] = html.split('<style data-href="');
  return styles
    .map((text) => text.slice(text.indexOf('>') + 1, text.indexOf('</style>')))
    .join('\n');
}

/** Key → bytes of every browser file and compressed copy of some apps. */
async function storedSizes({ proposed }: Run, releases: ReleaseSet) {
  const lists = Object.keys(releases).map((app) => proposed.list(`assets/${app}/`));
  return new Map((await Promise.all(lists)).flat().map(({ key, bytes }) => [key, bytes]));
}

/** What the first load of each page takes, and each whole release among `apps`. */
async function measure(
  run: Run,
  composition: Composition,
  releases: ReleaseSet,
  apps: readonly string[],
): Promise<Sizes> {
  const stored = await storedSizes(run, releases);
  const pages = recordsOf(composition).map(async ({ name, html, record }) => {
    const [whole, style] = await Promise.all([
      run.tool.compress(Buffer.from(html), 'br'),
      run.tool.compress(Buffer.from(inlineStyles(html)), 'br'),
    ]);
    const scripts = [...readScriptElements(html), ...record.preloads];
    const keys = new Set(scripts.map(({ src }) => src.replace(/^\//, '')));
    const loaded = [...keys].map((key) => stored.get(`${key}.br`) ?? stored.get(key) ?? 0);
    const script = loaded.reduce((sum, bytes) => sum + bytes, 0);
    return [name, { html: whole.byteLength, style: style.byteLength, script }] as const;
  });
  const sizes = apps.map(async (app) => {
    const version = releases[app];
    const manifest = version === undefined ? null : await readManifest(run.proposed, app, version);
    return [app, manifest ? downloadSizes(manifest, stored) : {}] as const;
  });
  return Object.fromEntries(await Promise.all([...pages, ...sizes]));
}

/** The limits that this release passes further than what is live: others' excesses hold nobody up. */
async function newExcesses(run: Run, apps: readonly string[]) {
  const { tool, ledger } = run;
  const { live, settings } = ledger;
  const { composition, releases } = composedIn(run);
  const now = findExcesses(settings.budget, await measure(run, composition, releases, apps));
  const before = live && now.length > 0 && (await readComposition(tool.store, live.composition));
  const known = before ? await measure(run, before, live.releases, apps) : {};
  return now.filter(({ name, kind, bytes }) => bytes > (known[name]?.[kind] ?? 0));
}

/** To the byte, since limits are compared to the byte. */
const exact = (count: number) => count.toLocaleString('en-US');

/** From webpack's statistics beside a build's release.json; nothing where there are none. */
async function formatLargestModules({ folder, manifest: { app } }: BuiltRelease) {
  const stats = folder === null ? null : await readStats(app, folder).catch(() => null);
  if (!stats) return [];
  const modules = moduleSizes(stats, repositoryRoot).sort((a, b) => b.bytes - a.bytes);
  const named = modules.slice(0, 5).map(({ name, bytes }) => `${name} (${exact(bytes)})`);
  return [`The largest modules of ${app}, in bytes before minification: ${named.join(', ')}.`];
}

/** @param override why what is being published may go over budget */
export const budgetCheck: StepKind<{ apps: readonly string[]; override?: string | undefined }> = {
  title: () => 'Check the budget',
  async run({ apps, override }, run) {
    const excesses = await newExcesses(run, apps);
    if (excesses.length === 0) return { detail: '' };
    if (override === undefined) {
      const builds = apps.flatMap((app) => run.builds.get(app) ?? []);
      const figures = ['Bytes', 'Limit', 'Over'];
      const rows = excesses.map(({ name, kind, bytes, limit }) => {
        return [name, kind, exact(bytes), exact(limit), `+${exact(bytes - limit)}`];
      });
      throw new Refusal(
        [
          'The release is over budget, and what is live is as it was.',
          formatTable(['Over budget', 'Of', ...figures], rows, new Set(figures)),
          ...(await Promise.all(builds.map(formatLargestModules))).flat(),
          'Make it lighter, let it through on record (--over-budget "<reason>"), or change the limit of the site: npm run release -- settings --budget <app or page>.<kind>=<bytes>',
        ].join('\n'),
      );
    }
    run.overrides = { ...run.overrides, overBudget: override };
    return { detail: `${formatCount(excesses.length, 'limit')} passed: ${override}` };
  },
};
