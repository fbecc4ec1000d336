import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { formatBytes } from '../../../release/reports/format';
import { stampRelease } from '../../stamp-release';
import { atMost, type Bench, type Findings } from '../findings';
import { publishPricing, timed } from './deploys';
import { fromNetwork, logNetwork, ownerOf, type LoggedRequest } from '../visits/network-log';

/** Milliseconds without a request after which a page has loaded all that it wants. */
const quietTime = 1500;
/** Bytes of a second visit. */
const goal = 16_000;

async function load(context: BrowserContext, url: string): Promise<LoggedRequest[]> {
  await using page = await context.newPage();
  const requestsOf = await logNetwork(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: 'networkidle' });
  await wait(quietTime);
  return fromNetwork(requestsOf());
}

const bytesOf = (requests: readonly LoggedRequest[]) =>
  requests.reduce((sum, { body }) => sum + body, 0);

/**
 * Visits the landing page, publishes an edited pricing, and visits again with the same cache: what a
 * visitor downloads who comes back after a deploy.
 * @throws Error when the second visit fetched a file of another app, or nothing of pricing
 */
export async function measureSecondVisit({ browser, sites, folder }: Bench): Promise<Findings> {
  const { tool, urls } = sites;
  const edited = path.join(folder, 'second-visit');
  // As a team's next commit might change it: every script, and no picture or style.
  await stampRelease(sites.builds.get('pricing') ?? '', { app: 'pricing', folder: edited }, 'edit');
  await using context = await browser.newContext();
  const first = await load(context, `${urls.composed}/`);
  const buildApp = () => Promise.resolve({ folder: edited, isNew: false });
  await timed({ ...tool, buildApp }, publishPricing);
  const second = await load(context, `${urls.composed}/`);
  await timed(tool, publishPricing);
  const owners = [...new Set(second.map(ownerOf))].sort();
  if (owners.join() !== 'page,pricing') {
    const paths = second.map((request) => request.path).join(', ');
    throw new Error(`After a deploy of pricing a second visit fetched ${paths}.`);
  }
  const title = 'A second visit after a deploy of pricing';
  return {
    data: { first, second },
    goals: [atMost(title, bytesOf(second), goal, formatBytes)],
    tables: [
      {
        title,
        head: ['', 'Bytes', 'Files'],
        rows: [
          ['First visit', formatBytes(bytesOf(first)), String(first.length)],
          ['Second visit', formatBytes(bytesOf(second)), String(second.length)],
        ],
      },
    ],
  };
}
