import {
  composeSite,
  readCompositionRecord,
  recordsOf,
  refusalReason,
  type SiteSource,
  storeComposition,
} from '../compositions';
import type { Composition } from '../../compose/composition';
import { Refusal } from '../refusal';
import type { ReleaseSet } from '../ledger';
import { formatCount } from '../reports/format';
import { wayBackCheck } from './check-way-back';
import { composedIn, type Run, type StepKind } from './step';

/**
 * Pages come and go with the host's release, and with nothing else.
 * @throws Refusal naming those that what is live has and `composition` has not
 */
async function checkPagesStay(
  { tool, ledger: { live } }: Run,
  { pages }: Composition,
  releases: ReleaseSet,
): Promise<void> {
  if (!live || live.releases['host'] !== releases['host']) return;
  const record = await readCompositionRecord(tool.store, live.composition).catch(() => null);
  const missing = Object.keys(record?.pages ?? {}).filter((page) => !pages.has(page));
  if (missing.length === 0) return;
  throw new Refusal(
    `The pages would be without ${missing.join(', ')}, though the host is the same; what is live is as it was.`,
  );
}

/** Makes every page from the releases, prices and settings of the site. Nothing is stored yet. */
export const composing: StepKind<
  Omit<SiteSource, 'prices'> & { readonly pricesUrl: string | null }
> = {
  title: ({ preview, releases }) =>
    `Compose ${preview === null ? 'the pages' : `/preview/${preview}/`} from ${formatCount(Object.keys(releases).length, 'release')}`,
  async run({ pricesUrl, ...source }, run) {
    const { tool, ledger } = run;
    const last = ledger.live?.prices ?? null;
    const read = await tool.readPrices(pricesUrl, last).catch(() => null);
    const prices = read ?? last;
    const missed = `${prices ? `with the prices of ${prices.readOn.slice(0, 10)}` : 'without prices'}: the price service gave none`;
    const site = { ...source, prices };
    const from = { store: run.proposed, compose: tool.compose };
    const composition = await composeSite(from, site);
    await checkPagesStay(run, composition, source.releases);
    run.composed = { composition, ...site, waysBack: [] };
    const shown = recordsOf(composition).flatMap(({ record }) => Object.keys(record.remotes));
    const unseen = Object.keys(site.releases).filter(
      (app) => app !== 'host' && !shown.includes(app),
    );
    const files = formatCount(composition.pages.size, 'file');
    const notes = [
      files,
      ...unseen.map((app) => `no page shows ${app}`),
      ...(read ? [] : [missed]),
    ];
    return { detail: notes.join(', ') };
  },
};

export const storing: StepKind<object> = {
  title: () => 'Store the pages',
  async run(_none, run) {
    const { composition, releases, preview } = composedIn(run);
    const { id } = composition;
    const wasShown = run.ledger.history.some((entry) => entry.composition === id);
    const isNew = await storeComposition(run.tool, composition, releases, preview, wasShown);
    return { detail: isNew ? id : `${id} is there already` };
  },
};

/**
 * Composes the running canary on top of what goes live. It holds nobody up: where its release and
 * what goes live do not fit together, the canary ends.
 */
export const canaryRenewal: StepKind<{
  readonly releases: ReleaseSet;
  readonly rollbacks: readonly { readonly app: string; readonly to: string }[];
}> = {
  title: () => 'Compose the canary with it',
  async run({ releases, rollbacks }, run) {
    try {
      const site = { ...composedIn(run), releases };
      const from = { store: run.proposed, compose: run.tool.compose };
      const composed = { ...site, composition: await composeSite(from, site), waysBack: [] };
      const beside: Run = { ...run, composed };
      await wayBackCheck.run({ rollbacks, refuses: false }, beside);
      const { detail } = await storing.run({}, beside);
      run.renewed = composed;
      return { detail };
    } catch (error) {
      const problem = refusalReason(error);
      run.renewed = { problem };
      return { detail: `it ends: ${problem}` };
    }
  },
};
