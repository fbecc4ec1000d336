import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@composed/apps/this-repository';
import { UserError } from '@composed/command/errors';
import { rowElementId } from '@composed/contracts/page-elements';
import { groupBy } from '@composed/command/group-by';
import { adviceOnHead } from '@composed/compose/checks/check-head';
import type { Deployment } from '@composed/compose/deployment';
import { plainText } from '@composed/command/terminal';
import type { TriedPages } from '../../browser/hydrate-pages';
import { pinnedIn, pinsOf } from '../../deployments/deployments';
import { emptyLedger } from '../../ledger/ledger';
import type { BuiltRelease } from '../../store/releases';
import { formatCount } from '@composed/command/format';
import { Resolver } from '../../inspect/stacks/resolve';
import { bundledModulesOf } from './check-budget';
import { findKnownFaults } from './known-faults';
import type { NextDeployment, StepContext, Task } from './step';

/** The pages that load scripts of these apps; the host's scripts are in all of them. */
function findLoading(deployment: Deployment, apps: readonly string[]): string[] {
  const isOwn = (src: string) => apps.some((app) => src.startsWith(`/assets/${app}/`));
  return pinsOf(deployment).flatMap(({ name, pins }) =>
    apps.includes('host') || pins.preloads.some(({ src }) => isOwn(src)) ? [name] : [],
  );
}

/** The most pages of one data route that are hydrated; the others show the same modules with other data. */
const maxOfRow = 20;
const rowBlock = new RegExp(`id="${rowElementId}">\\{"path":"([^"]+)"`);

/** The pages to hydrate: all, but at most `maxOfRow` of one data route, evenly chosen. */
function samplePages(pages: Deployment['pages'], names: readonly string[]): string[] {
  const rowOf = (name: string) => rowBlock.exec(String(pages.get(name)))?.[1] ?? name;
  return groupBy(names, rowOf).flatMap((all) => {
    const step = (n: number) => Math.floor((n * maxOfRow) / all.length);
    return all.length <= maxOfRow ? all : all.filter((_, n) => step(n) !== step(n - 1));
  });
}

/** React's error for text that differs. It names no line. */
const textDiffers = 'error #418';

const ofLocale =
  'Text differed from what was composed where the pages were opened in German, in Tokyo, and nowhere else; give toLocaleString and Intl a locale and a time zone, or show what is the visitor’s own after mounting.';
const ofEveryLocale =
  'Text differed from what was composed, in every place alike: show what follows from props alone, and what is the visitor’s own (time, chance, storage, address) after mounting.';
/** Words in a fault → advice. */
const advice: ReadonlyMap<string, string> = new Map([
  [
    'error #482',
    'A component is async, which no browser renders: load from an effect, or read a promise with use(…) in a Suspense.',
  ],
  [
    'Trusted Types refuse',
    'Render elements in place of innerHTML and dangerouslySetInnerHTML; of a library that only works with text, the owner of the site writes "trustedTypes": "off" under site in the package.json that describes it, and browsers then stop less of what somebody injects.',
  ],
  ['> left out of the head', `Nothing is rendered into the head: ${adviceOnHead}.`],
]);

const formatting = /\.toLocale(?:Date|Time)?String\(|\bIntl\.\w+\(/;

/** Lines of a build's own sources that format numbers and dates: these differ in other languages and time zones. */
async function findFormatting(build: BuiltRelease): Promise<string[]> {
  const modules = await bundledModulesOf(build);
  const ownModules = modules.filter(({ name }) => !name.includes('node_modules/'));
  const lines = ownModules.map(async ({ name }) => {
    const text = await readFile(path.join(repositoryRoot, name), 'utf8').catch(() => '');
    return text.split('\n').flatMap((line, n) => {
      return formatting.test(line) ? [`  ${name}:${n + 1}: ${plainText(line)}`] : [];
    });
  });
  return (await Promise.all(lines)).flat().slice(0, 5);
}

/** The apps whose modules are tried if these have changed; the host stands for all. */
const triedOf = (apps: readonly string[]) => (apps.length > 0 ? apps : ['host']);

/**
 * Advice about text that differs, depending on whether it also differs in the composer's own language and time zone.
 */
async function adviceAboutText(
  { tool, overlay, builds }: StepContext,
  { deployment, data }: NextDeployment,
  { names, apps }: { readonly names: readonly string[]; readonly apps: readonly string[] },
): Promise<string[]> {
  const visitor = { locale: 'en-US', timezoneId: 'UTC' };
  const atHome = await tool.hydrate(deployment.pages, names, overlay, { apps, data, visitor });
  const isAnywhere = [...(atHome?.faults.keys() ?? [])].some((each) => each.includes(textDiffers));
  if (isAnywhere) return [ofEveryLocale];
  const changedBuilds = apps.flatMap((app) => builds.get(app) ?? []);
  const lines = (await Promise.all(changedBuilds.map(findFormatting))).flat();
  const appsLines = lines.length > 0 ? ['Here text is made of numbers and dates:', ...lines] : [];
  return [ofLocale, ...appsLines];
}

/** The notes on a trial without faults. */
function formatNotes(
  { unanswered, untested, isSandboxed }: TriedPages,
  pages: string,
  alsoWithout: readonly string[],
): string {
  const notes = [
    `${pages} with the embedded services behind them`,
    ...unanswered.map((address) => `no service answers ${plainText(address)}`),
    ...untested.map(
      (id) => `without a smoke test of ${id}: no link beside it leads to a page without it`,
    ),
    ...(isSandboxed ? [] : ['without the browser’s sandbox, which this account has none of']),
    ...alsoWithout.map((fault) => `without this change as well: ${plainText(fault)}`),
  ];
  return notes.join(', ');
}

/**
 * Refuses pages with faults, by the lines of the sources that they come from.
 * @param adviseOnText advice for a text that differs
 * @throws UserError always
 */
async function refuseFaults(
  { overlay }: StepContext,
  releases: NextDeployment['releases'],
  faults: readonly (readonly [fault: string, stack: string])[],
  adviseOnText: () => Promise<string[]>,
): Promise<never> {
  const releaseByApp = new Map(Object.entries(releases));
  const resolver = new Resolver(overlay, emptyLedger, releaseByApp);
  // Faults quote texts that pages print, so they are made plain.
  const reports = await Promise.all(
    faults.map(async ([fault, stack]) => plainText(fault) + (await resolver.describeOrigin(stack))),
  );
  const isThere = (sign: string) => reports.some((fault) => fault.includes(sign));
  const hints = Array.from(advice, ([sign, hint]) => (isThere(sign) ? hint : ''));
  throw new UserError(
    [
      'The pages do not work in a browser, and what is live is as it was.',
      ...reports,
      ...(isThere(textDiffers) ? await adviseOnText() : []),
      ...hints.filter(Boolean),
      'Mend them, or go on with a reason, which the history keeps: --skip-hydration "<reason>".',
    ].join('\n'),
  );
}

/**
 * Hydrates composed pages before anybody gets them, and tries modules in them.
 * @param changed apps whose modules are tried; default: all
 * @throws UserError for faults that the live pages do not have
 */
async function tryPages(
  context: StepContext,
  pages: NextDeployment,
  pageNames: readonly string[],
  changed: readonly string[] = [],
) {
  const { deployment, releases, data } = pages;
  const names = samplePages(deployment.pages, pageNames);
  const apps = triedOf(changed);
  let opened = 0;
  const onPage = () => context.count?.((opened += 1), names.length);
  const options = { apps, data, onPage };
  const trial = await context.tool.hydrate(deployment.pages, names, context.overlay, options);
  if (trial === null) return { detail: 'left out: there is no browser; set CHROMIUM_PATH' };
  const alsoWithout =
    trial.faults.size > 0
      ? await findKnownFaults(context, pages, { changed, apps }, trial.faults)
      : [];
  const faults = [...trial.faults].filter(([fault]) => !alsoWithout.includes(fault));
  if (faults.length > 0)
    return refuseFaults(context, releases, faults, () =>
      adviceAboutText(context, pages, { names, apps }),
    );
  // This file marks the build as tried (`isNew`). Where no file can be written, the build is tried again.
  const folders = changed.flatMap((app) => context.builds.get(app)?.folder ?? []);
  await Promise.allSettled(folders.map((folder) => writeFile(path.join(folder, 'hydrated'), '')));
  const share = names.length < pageNames.length ? ` of ${pageNames.length}` : '';
  const counted = `${formatCount(names.length, 'page')}${share}`;
  return { detail: formatNotes(trial, counted, alsoWithout) };
}

/** Hydrates each page that shows these apps. */
export const checkHydration = (apps: readonly string[]): Task<NextDeployment> => ({
  kind: 'needs-browser',
  title: `Hydrate the pages that show ${apps.join(', ')}`,
  async run(context, pages) {
    const names = findLoading(pages.deployment, apps);
    if (names.length > 0) return tryPages(context, pages, names, apps);
    const pinnedApps = pinnedIn(pages.deployment);
    if (!apps.some((app) => pinnedApps.has(app))) return { detail: 'no page shows it' };
    throw new UserError(
      `The pages name ${apps.join(', ')}, and none shows it; what is live is as it was.`,
    );
  },
});

/** Hydrates the pages with new parts, even if data or settings changed them. */
export const checkUntried: Task<NextDeployment> = {
  kind: 'needs-browser',
  title: 'Hydrate what is new of the pages',
  run: async (context, pages) =>
    pages.untried.length > 0 ? tryPages(context, pages, pages.untried) : { detail: 'nothing' },
};
