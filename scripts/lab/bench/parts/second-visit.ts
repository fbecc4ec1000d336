import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { change } from '../../../release/change';
import type { Bench, Part } from '../bench';
import { formatKilobytes } from '../tables';
import { fromNetwork, logNetwork, ownerOf, type LoggedRequest } from '../visits/network-log';
import { buildEditedPricing } from './edits';

/** Milliseconds without a request after which a page has loaded all that it wants. */
const quietTime = 1500;
/** Bytes of a second visit. */
const goal = 16_000;

async function load(context: BrowserContext, url: string): Promise<LoggedRequest[]> {
  const page = await context.newPage();
  const requestsOf = await logNetwork(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: 'networkidle' });
  await wait(quietTime);
  const requests = requestsOf();
  await page.close();
  return fromNetwork(requests);
}

const bodies = (requests: readonly LoggedRequest[]) =>
  requests.reduce((sum, { body }) => sum + body, 0);

/**
 * Visits the landing page, publishes an edited pricing, and visits again with the same cache.
 * @returns bytes of bodies, compressed
 * @throws Error when the second visit fetched a file of another app, or nothing of pricing
 */
async function measureSecondVisit({ browser, sites, copy }: Bench) {
  const { tool } = sites;
  const url = `${sites.urls.composed}/`;
  const edited = await buildEditedPricing(await copy());
  const publish = (from: typeof tool) =>
    change({ name: 'publish', apps: ['pricing'], overBudget: null }, from, (_title, work) =>
      work(),
    );
  const context = await browser.newContext();
  try {
    const first = await load(context, url);
    await publish({ ...tool, buildApp: () => Promise.resolve(edited) });
    const second = await load(context, url);
    await publish(tool);
    const others = second.filter((request) => !['page', 'pricing'].includes(ownerOf(request)));
    if (others.length > 0) {
      const paths = others.map((request) => request.path).join(', ');
      throw new Error(`After a deploy of pricing a second visit fetched ${paths} again.`);
    }
    if (!second.some((request) => ownerOf(request) === 'pricing')) {
      throw new Error('The deploy of pricing changed nothing that a visitor loads.');
    }
    const files = second.map((request) => request.path).sort();
    return { first: bodies(first), second: bodies(second), files };
  } finally {
    await context.close();
  }
}

/** What a visitor downloads who comes back after a deploy. */
export const secondVisit: Part = {
  title: 'A second visit after a deploy of pricing',
  measure: async (bench) => {
    const data = await measureSecondVisit(bench);
    const measured = formatKilobytes(data.second);
    return {
      data,
      goals: [
        {
          title: 'Second visit after a deploy of pricing',
          goal: `≤ ${formatKilobytes(goal)}`,
          measured,
          isKept: data.second <= goal,
        },
      ],
      tables: [
        {
          title: 'A second visit after a deploy of pricing',
          head: ['', 'Bytes', 'Files'],
          rows: [
            ['First visit', formatKilobytes(data.first), ''],
            ['Second visit', measured, String(data.files.length)],
          ],
        },
      ],
    };
  },
};
