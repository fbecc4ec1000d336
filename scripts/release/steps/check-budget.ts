import { repositoryRoot } from '@shopwright/shared/build/shared-packages';
import { moduleSizes, readStats } from '../../build/stats';
import type { Composition } from '../../compose/composition';
import { findRecord, readScriptElements } from '../../compose/composed-page';
import { type Budget, downloadSizes, findExcesses, formatExcesses, formatModules } from '../budget';
import { readComposition, recordsOf } from '../compositions';
import type { ReleaseSet } from '../ledger';
import { Refusal } from '../refusal';
import { type BuiltRelease, readManifest } from '../releases';
import { formatCount } from '../reports/format';
import type { ReleaseTool } from '../tool';
import { composedIn, type Run, type StepKind } from './step';

const inlineStyle = /<style data-href="[^"]*">(.*?)<\/style>/gs;

/** Key → bytes of every browser file and compressed copy of some apps. */
async function storedSizes({ store }: ReleaseTool, releases: ReleaseSet) {
  const lists = Object.keys(releases).map((app) => store.list(`assets/${app}/`));
  return new Map((await Promise.all(lists)).flat().map(({ key, bytes }) => [key, bytes]));
}

/** The first load of a page: its scripts and preloads, inlined styles, and the HTML as a whole. */
async function measurePage(
  { compress }: ReleaseTool,
  page: Buffer,
  stored: ReadonlyMap<string, number>,
): Promise<Budget['pages'][string]> {
  const html = page.toString('utf8');
  const record = findRecord(html);
  if (!record) return {};
  const styles = [...html.matchAll(inlineStyle)].map(([, text]) => text ?? '').join('\n');
  const [whole, style] = await Promise.all([
    compress(page, 'br'),
    compress(Buffer.from(styles), 'br'),
  ]);
  const scripts = [...readScriptElements(html), ...record.preloads];
  const keys = new Set(scripts.map(({ src }) => src.replace(/^\//, '')));
  const script = [...keys].map((key) => stored.get(`${key}.br`) ?? stored.get(key) ?? 0);
  return {
    html: whole.byteLength,
    style: style.byteLength,
    script: script.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** What each page takes, and each whole release among `apps`. */
async function measure(
  tool: ReleaseTool,
  composition: Composition,
  releases: ReleaseSet,
  apps: readonly string[],
): Promise<Budget> {
  const stored = await storedSizes(tool, releases);
  const pages = [...composition.pages]
    .filter(([name]) => name.endsWith('.html'))
    .map(async ([name, page]) => [name, await measurePage(tool, page, stored)] as const);
  const sizes = apps.map(async (app) => {
    const version = releases[app];
    const manifest = version === undefined ? null : await readManifest(tool.store, app, version);
    return [app, manifest ? downloadSizes(manifest, stored) : {}] as const;
  });
  return {
    apps: Object.fromEntries(await Promise.all(sizes)),
    pages: Object.fromEntries(await Promise.all(pages)),
  };
}

/** The limits that this release passes further than what is live: others' excesses hold nobody up. */
async function newExcesses(run: Run, apps: readonly string[]) {
  const { tool, ledger } = run;
  const { composition, releases } = composedIn(run);
  const { budget } = ledger.settings;
  // A page that does not say what it loads is within no budget.
  recordsOf(composition);
  const now = findExcesses(budget, await measure(tool, composition, releases, apps));
  const { live } = ledger;
  const before = live && now.length > 0 && (await readComposition(tool.store, live.composition));
  if (!before) return now;
  const known = findExcesses(budget, await measure(tool, before, live.releases, apps));
  return now.filter(
    ({ name, kind, bytes }) =>
      !known.some((old) => old.name === name && old.kind === kind && old.bytes >= bytes),
  );
}

/** From webpack's statistics beside a build's release.json; '' where there are none. */
async function largestModules({ folder, manifest }: BuiltRelease): Promise<string> {
  const stats = folder === null ? null : await readStats(manifest.app, folder).catch(() => null);
  return formatModules(manifest.app, stats ? moduleSizes(stats, repositoryRoot) : []);
}

/** @param override why what is being published may go over budget */
export const budgetCheck: StepKind<{ apps: readonly string[]; override?: string | undefined }> = {
  title: () => 'Check the budget',
  async run({ apps, override }, run) {
    const excesses = await newExcesses(run, apps);
    if (excesses.length === 0) return { detail: '' };
    if (override === undefined) {
      const builds = apps.flatMap((app) => run.builds.get(app) ?? []);
      const modules = (await Promise.all(builds.map(largestModules))).filter((text) => text !== '');
      throw new Refusal(
        [
          'The release is over budget, and what is live is as it was.',
          formatExcesses(excesses),
          ...modules,
          'Make it lighter, let it through on record (--over-budget "<reason>"), or change the limit of the site: npm run release -- settings --budget <app or page>.<kind>=<bytes>',
        ].join('\n'),
      );
    }
    run.overrides = { ...run.overrides, overBudget: override };
    return { detail: `${formatCount(excesses.length, 'limit')} passed: ${override}` };
  },
};
