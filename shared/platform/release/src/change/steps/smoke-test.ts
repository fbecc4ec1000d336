import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { smokeTestedFile } from '@composed/apps/read-build-folder';
import { UserError } from '@composed/command/errors';
import { rowElementId } from '@composed/contracts/page-elements';
import { groupBy } from '@composed/command/group-by';
import type { Deployment } from '@composed/compose/deployment';
import { plainText } from '@composed/command/terminal';
import type { SmokeTestResult } from '../../browser/smoke-test-pages';
import { findPinnedRemotes, readPinsOfPages } from '../../deployments/deployments';
import { emptyLedger } from '../../ledger/ledger';
import { formatCount } from '@composed/command/format';
import { Resolver } from '../../stacks/resolver';
import { advice, adviseOnText, textDiffers } from '../faults/fault-advice';
import { findKnownFaults } from '../faults/known-faults';
import type { NextDeployment, StepContext, StepWithoutOutput } from '../step';

/** Returns the pages that load scripts of these apps. All pages load scripts of the host. */
function findPagesLoading(deployment: Deployment, apps: readonly string[]): string[] {
  const isOwn = (src: string) => apps.some((app) => src.startsWith(`/assets/${app}/`));
  return readPinsOfPages(deployment).flatMap(({ name, pins }) =>
    apps.includes('host') || pins.preloads.some(({ src }) => isOwn(src)) ? [name] : [],
  );
}

/** The most pages per data route that are opened, since they show the same modules with other data. */
const maxPagesOfRoute = 20;
const rowBlock = new RegExp(`id="${rowElementId}">\\{"path":"([^"]+)"`);

/** Chooses the pages to open: all, but at most `maxPagesOfRoute` of one data route, evenly distributed. */
function samplePages(pages: Deployment['pages'], names: readonly string[]): string[] {
  const routeOf = (name: string) => rowBlock.exec(String(pages.get(name)))?.[1] ?? name;
  return groupBy(names, routeOf).flatMap((namesOfRoute) => {
    const step = (n: number) => Math.floor((n * maxPagesOfRoute) / namesOfRoute.length);
    return namesOfRoute.length <= maxPagesOfRoute
      ? namesOfRoute
      : namesOfRoute.filter((_, n) => step(n) !== step(n - 1));
  });
}

/** Formats the notes on pages without faults. */
function formatNotes(
  { unanswered, untested, isSandboxed }: SmokeTestResult,
  pages: string,
  knownFaults: readonly string[],
): string {
  const notes = [
    `${pages} with the embedded services behind them`,
    ...unanswered.map((address) => `no service answers ${plainText(address)}`),
    ...untested.map(
      (id) => `without a smoke test of ${id}: no link beside it leads to a page without it`,
    ),
    ...(isSandboxed ? [] : ['the browser ran without its sandbox, which this account cannot use']),
    ...knownFaults.map((fault) => `already failing on the live site: ${plainText(fault)}`),
  ];
  return notes.join(', ');
}

/**
 * Reports the faults of pages with the source lines that they come from.
 * @param adviseOnDifference returns advice on a text that differs
 * @throws UserError always
 */
async function refuseFaults(
  { overlay }: StepContext,
  releases: NextDeployment['releases'],
  faults: readonly (readonly [fault: string, stack: string])[],
  adviseOnDifference: () => Promise<string[]>,
): Promise<never> {
  const releaseByApp = new Map(Object.entries(releases));
  const resolver = new Resolver(overlay, emptyLedger, releaseByApp);
  // Faults quote texts that pages print, so control characters are removed from them.
  const reports = await Promise.all(
    faults.map(async ([fault, stack]) => plainText(fault) + (await resolver.formatOrigin(stack))),
  );
  const isReported = (sign: string) => reports.some((fault) => fault.includes(sign));
  const hints = Array.from(advice, ([sign, hint]) => (isReported(sign) ? hint : ''));
  throw new UserError(
    [
      'The pages do not work in a browser, and the live site is unchanged.',
      ...reports,
      ...(isReported(textDiffers) ? await adviseOnDifference() : []),
      ...hints.filter(Boolean),
      'Fix them, or skip this check with a reason, which the history keeps: --skip-smoke-test "<reason>".',
    ].join('\n'),
  );
}

/**
 * Opens composed pages in a browser before anybody gets them, and tests modules in them.
 * @param changedApps the apps whose modules are tested; by default all
 * @throws UserError if there are faults that the live pages do not have
 */
async function testPages(
  context: StepContext,
  next: NextDeployment,
  pageNames: readonly string[],
  changedApps: readonly string[] = [],
) {
  const { deployment, releases, data } = next;
  const names = samplePages(deployment.pages, pageNames);
  // 'host' stands for all apps.
  const apps = changedApps.length > 0 ? changedApps : ['host'];
  let openedCount = 0;
  const onPage = () => {
    openedCount += 1;
    context.reportProgress?.(openedCount, names.length);
  };
  const options = { apps, data, onPage };
  const result = await context.tool.smokeTestPages(
    deployment.pages,
    names,
    context.overlay,
    options,
  );
  if (result === null) return { detail: 'left out: there is no browser; set CHROMIUM_PATH' };
  const knownFaults =
    result.faults.size > 0
      ? await findKnownFaults(context, next, { changedApps, testedApps: apps }, result.faults)
      : [];
  const faults = [...result.faults].filter(([fault]) => !knownFaults.includes(fault));
  if (faults.length > 0)
    return refuseFaults(context, releases, faults, () =>
      adviseOnText(context, next, { names, apps }),
    );
  // This file makes the build a tested one (`isUntested`). If it cannot be written, the build is tested again next time.
  const folders = changedApps.flatMap((app) => context.builds.get(app)?.folder ?? []);
  await Promise.allSettled(
    folders.map((folder) => writeFile(path.join(folder, smokeTestedFile), '')),
  );
  const share = names.length < pageNames.length ? ` of ${pageNames.length}` : '';
  const pageCount = `${formatCount(names.length, 'page')}${share}`;
  return { detail: formatNotes(result, pageCount, knownFaults) };
}

/** Creates the step that smoke-tests each page which shows these apps. */
export const smokeTest = (apps: readonly string[]): StepWithoutOutput<NextDeployment> => ({
  access: 'reads-in-browser',
  title: `Smoke-test the pages that show ${apps.join(', ')}`,
  async run(context, next) {
    const names = findPagesLoading(next.deployment, apps);
    if (names.length > 0) return testPages(context, next, names, apps);
    const pinnedApps = findPinnedRemotes(next.deployment);
    if (!apps.some((app) => pinnedApps.has(app))) return { detail: 'no page shows it' };
    throw new UserError(
      `Pages pin ${apps.join(', ')}, but no page shows one of its modules; the live site is unchanged.`,
    );
  },
});

/** Smoke-tests the pages that have new markup or styles. */
export const smokeTestNewPages: StepWithoutOutput<NextDeployment> = {
  access: 'reads-in-browser',
  title: 'Smoke-test the changed pages',
  run: async (context, next) =>
    next.newPages.names.length > 0
      ? testPages(context, next, next.newPages.names)
      : { detail: 'nothing' },
};
