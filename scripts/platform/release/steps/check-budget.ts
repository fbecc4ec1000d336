import { repositoryRoot } from '@composed/tooling/build/shared-packages';
import { UserError } from '../../errors';
import { sideBySide } from '../../build/side-by-side';
import { moduleSizes, readStats } from '../../build/stats';
import type { Composition } from '../../compose/composition';
import { readScriptElements, replaceRecord } from '../../compose/composed-page';
import {
  downloadKey,
  downloadKeys,
  downloadSizes,
  findExcesses,
  limitsOf,
  type Load,
  subjectOf,
} from '../budget';
import { readComposition, recordsOf } from '../compositions';
import { type Effort, effortFor } from '../compress';
import { type BuiltRelease, readManifest } from '../releases';
import { formatCount, formatTable } from '../reports/format';
import type { Draft, Pages, Round, Step } from './step';

/** App → the files of it that these addresses name, by their keys. */
function byApp(addresses: readonly string[]) {
  const found = new Map<string, Set<string>>();
  for (const address of addresses) {
    const [key, app] = /assets\/([^/]+)\/.*/.exec(address) ?? [];
    if (key === undefined || app === undefined) continue;
    found.set(app, (found.get(app) ?? new Set<string>()).add(key));
  }
  return found;
}

/** A page without its pins of remotes that it does not show: no app pays for what another's visitors load. */
const withoutOthers = (html: string, shown: ReadonlySet<string>) =>
  replaceRecord(html, (record) => {
    const remotes = Object.entries(record.remotes).filter(([name]) => shown.has(name));
    return { ...record, remotes: Object.fromEntries(remotes) };
  });

/** What each page loads first, or holds: a style in a page is a whole file. */
const loadedBy = (composition: Composition) =>
  recordsOf(composition).map(({ name, bytes, record }) => {
    const html = String(bytes);
    const scripts = [...readScriptElements(html), ...record.preloads].map(({ src }) => src);
    const styles = [...html.matchAll(/<style data-href="([^"]+)"/g)].map(([, href = '']) => href);
    return { name, html: bytes, files: { script: byApp(scripts), style: byApp(styles) } };
  });

/** Sizes of these files, where they are of some apps: of the host's pages those of others count as well. */
function storedSizes({ proposed }: Round, files: readonly string[], apps: readonly string[]) {
  const isMeant = (key: string) =>
    apps.some((app) => app === 'host' || key.startsWith(`assets/${app}/`));
  return proposed.sizesOf([...new Set(files.filter(isMeant))]);
}

/** As pages are compressed when all of them are new. */
const effortOf = ({ pages }: Composition) =>
  effortFor([...pages.values()].reduce((sum, { byteLength }) => sum + byteLength, 0));

/** The limits of each app, and what of a page's first load and of the releases of `apps` is over them. */
async function measure(
  round: Round,
  { composition, releases }: Pick<Pages, 'composition' | 'releases'>,
  apps: readonly string[],
  effort: Effort,
) {
  const compressed = async (bytes: Buffer) =>
    (await round.tool.compress(bytes, 'br', effort)).byteLength;
  const manifests = await Promise.all(
    Object.entries(releases).map(async ([app, version]) => {
      return [app, await readManifest(round.proposed, app, version)] as const;
    }),
  );
  const published = manifests.flatMap(([app, manifest]) =>
    manifest && apps.includes(app) ? [manifest] : [],
  );
  const pages = loadedBy(composition);
  const first = pages.flatMap(({ files: { script, style } }) => [
    ...script.values(),
    ...style.values(),
  ]);
  const files = [
    ...first.flatMap((some) => [...some].map(downloadKey)),
    ...published.flatMap(downloadKeys),
  ];
  const stored = await storedSizes(round, files, apps);
  const { budget } = round.ledger.settings;
  const limits = new Map(
    manifests.map(([app, manifest]) => [app, limitsOf(budget, app, manifest?.budget)]),
  );
  const loads = await sideBySide(pages, async ({ name, html, files }) => {
    const ofFiles = (['script', 'style'] as const).flatMap((kind) =>
      [...files[kind]].map(([app, some]): Load => {
        const loaded = [...some].map((key) => stored.get(downloadKey(key)) ?? 0);
        const bytes = loaded.reduce((sum, each) => sum + each, 0);
        return { place: name, apps: [app], kind, bytes };
      }),
    );
    const shown = new Set(['host', ...files.style.keys(), ...files.script.keys()]);
    const whole = {
      place: name,
      apps: [...shown],
      kind: 'html',
      bytes: await compressed(html),
    } as const;
    // It is stored as it is: what fits so need not be compressed in another form.
    const isOver = findExcesses([whole], limits).length > 0;
    const own = Buffer.from(isOver ? withoutOthers(String(html), shown) : '');
    const load: Load = isOver ? { ...whole, bytes: await compressed(own) } : whole;
    return [load, ...ofFiles];
  });
  const whole = published.map((manifest): Load => {
    const { script, style } = downloadSizes(manifest, stored);
    const { app, version } = manifest;
    return { place: version, apps: [app], kind: 'release', bytes: script + style };
  });
  return { limits, excesses: findExcesses([...loads.flat(), ...whole], limits) };
}

/** The limits that this release passes further than what is live: others' excesses hold nobody up. */
async function newExcesses(round: Round, pages: Pages, apps: readonly string[]) {
  const { tool, ledger } = round;
  // What fits when it is compressed with some effort fits with all.
  const first = await measure(round, pages, apps, 'some');
  if (first.excesses.length === 0) return [];
  const effort = effortOf(pages.composition);
  const { limits, excesses } =
    effort === 'some' ? first : await measure(round, pages, apps, effort);
  const { live } = ledger;
  const composition =
    live && excesses.length > 0 ? await readComposition(tool.store, live.composition) : null;
  const before = live && composition && { composition, releases: live.releases };
  const known = before ? (await measure(round, before, apps, effort)).excesses : [];
  const overBefore = new Map(known.map((excess) => [subjectOf(excess), excess.over]));
  return excesses
    .filter((excess) => excess.over > (overBefore.get(subjectOf(excess)) ?? 0))
    .map((excess) => {
      // Of a page's HTML, the app that is being published grew.
      const app = excess.apps.find((each) => apps.includes(each)) ?? excess.apps[0] ?? '*';
      const needed = (limits.get(app)?.[excess.kind] ?? 0) + excess.over;
      return { ...excess, setting: [`${app}.${excess.kind}`, needed] as const };
    });
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
export const checkBudget = (
  apps: readonly string[],
  override: string | undefined,
): Step<Draft, Draft> => ({
  ...{ name: 'check-budget', title: 'Check the budget' },
  async run(round, draft) {
    const excesses = await newExcesses(round, draft, apps);
    if (excesses.length === 0) return { made: draft, detail: '' };
    if (override !== undefined) {
      const made = { ...draft, overrides: { ...draft.overrides, overBudget: override } };
      return { made, detail: `${formatCount(excesses.length, 'limit')} passed: ${override}` };
    }
    const builds = apps.flatMap((app) => round.builds.get(app) ?? []);
    const numbers = ['Bytes', 'Limit', 'Over'];
    const rows = excesses.map(({ apps: of, kind, place, bytes, limit, over }) => {
      return [of.join(' + '), kind, place, exact(bytes), exact(limit), `+${exact(over)}`];
    });
    // The greatest excess comes first, and a limit that fits it fits the others.
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
