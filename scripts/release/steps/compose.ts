import type { Prices } from 'shared/contracts/plans';
import { composeSite } from '../compositions';
import type { ReleaseSet } from '../ledger';
import { formatCount } from '../reports/format';
import type { StepKind } from './step';

export interface Composing {
  readonly releases: ReleaseSet;
  readonly preview: string | null;
  readonly siteUrl: string | null;
  readonly pricesUrl: string | null;
}

/** Up to four releases by name, more by number. */
function formatReleases(releases: ReleaseSet): string {
  const all = Object.entries(releases);
  if (all.length > 4) return formatCount(all.length, 'release');
  return all.map(([app, version]) => `${app} ${version}`).join(', ');
}

/** A page must not wait longer for the tables call than a visitor would. */
const timeoutMs = 5000;

/**
 * The prices to compose with: those of the price service, or else the last known ones with their date.
 * @returns `remark`: what a person should know about them, or ''
 */
async function pricesFor(
  read: Promise<Prices | null>,
  last: Prices | null,
): Promise<{ prices: Prices | null; remark: string }> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  const prices = await Promise.race([read.catch(() => null), timeout]);
  clearTimeout(timer);
  if (prices) return { prices, remark: '' };
  if (!last) return { prices: null, remark: ', without prices: the price service gave none' };
  const day = last.readOn.slice(0, 10);
  return { prices: last, remark: `, with the prices of ${day}: the price service gave none` };
}

/** Makes every page from the releases, prices and settings of the site. Nothing is stored yet. */
export const composing: StepKind<Composing> = {
  title: ({ preview, releases }) =>
    `Compose ${preview === null ? 'the pages' : `/preview/${preview}/`} from ${formatReleases(releases)}`,
  async run({ releases, preview, siteUrl, pricesUrl }, run) {
    const { tool, ledger } = run;
    const last = ledger.live?.prices ?? null;
    const { prices, remark } = await pricesFor(tool.readPrices(pricesUrl, last), last);
    const site = { releases, prices, siteUrl, preview };
    const composition = await composeSite(tool, site);
    run.composed = { composition, ...site };
    return { detail: `${formatCount(composition.pages.size, 'file')}${remark}` };
  },
};
