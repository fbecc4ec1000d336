import type { Prices } from 'shared/contracts/plans';
import { findRecord } from '../../compose/composed-page';
import type { Composition } from '../../compose/composition';
import { composeSite, type SiteSource } from '../compositions';
import type { ReleaseSet } from '../ledger';
import { formatCount } from '../reports/format';
import type { StepKind } from './step';

/** Up to four releases by name, more by number. */
function formatReleases(releases: ReleaseSet): string {
  const all = Object.entries(releases);
  if (all.length > 4) return formatCount(all.length, 'release');
  return all.map(([app, version]) => `${app} ${version}`).join(', ');
}

/**
 * The prices to compose with: those of the price service, or else the last known ones with their date.
 * @returns `remark`: what a person should know about them, or ''
 */
async function pricesFor(
  read: Promise<Prices | null>,
  last: Prices | null,
): Promise<{ prices: Prices | null; remark: string }> {
  const prices = await read.catch(() => null);
  if (prices) return { prices, remark: '' };
  if (!last) return { prices: null, remark: ', without prices: the price service gave none' };
  const day = last.readOn.slice(0, 10);
  return { prices: last, remark: `, with the prices of ${day}: the price service gave none` };
}

/** Whether some page would load the release of an app. */
function isShown(app: string, { pages }: Composition): boolean {
  return [...pages].some(
    ([name, bytes]) =>
      name.endsWith('.html') && findRecord(bytes.toString('utf8'))?.remotes[app] !== undefined,
  );
}

/** Makes every page from the releases, prices and settings of the site. Nothing is stored yet. */
export const composing: StepKind<
  Omit<SiteSource, 'prices'> & { readonly pricesUrl: string | null }
> = {
  title: ({ preview, releases }) =>
    `Compose ${preview === null ? 'the pages' : `/preview/${preview}/`} from ${formatReleases(releases)}`,
  async run({ pricesUrl, ...source }, run) {
    const { tool, ledger } = run;
    const last = ledger.live?.prices ?? null;
    const { prices, remark } = await pricesFor(tool.readPrices(pricesUrl, last), last);
    const site = { ...source, prices };
    const composition = await composeSite(tool, site);
    run.composed = { composition, ...site, waysBack: [] };
    const unseen = Object.keys(site.releases).filter(
      (app) => app !== 'host' && !isShown(app, composition),
    );
    const notes = unseen.map((app) => `, no page shows ${app}`).join('');
    return { detail: `${formatCount(composition.pages.size, 'file')}${notes}${remark}` };
  },
};
