import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { change } from '../../release/change';
import type { ReleaseTool } from '../../release/tool';
import { fromNetwork, logNetwork, ownerOf, type LoggedRequest } from './visitor/network-log';

/** What a visitor downloads who comes back after a deploy. Bytes of bodies, compressed. */
export interface SecondVisit {
  readonly first: number;
  readonly second: number;
  /** Files of the second visit that came over the network. */
  readonly files: readonly string[];
}

/** Milliseconds without a request after which a page has all it wants. */
const quiet = 1500;

async function load(context: BrowserContext, url: string): Promise<LoggedRequest[]> {
  const page = await context.newPage();
  const requestsOf = await logNetwork(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: 'networkidle' });
  await wait(quiet);
  const requests = requestsOf();
  await page.close();
  return fromNetwork(requests);
}

const bodies = (requests: readonly LoggedRequest[]) =>
  requests.reduce((sum, { body }) => sum + body, 0);

/**
 * Visits the landing page, publishes an edited pricing, and visits again with the same cache.
 * @param editedFolder a build of pricing from other sources than the live one
 * @throws Error when the second visit fetched a file of another app, or nothing of pricing
 */
export async function measureSecondVisit(
  browser: Browser,
  url: string,
  tool: ReleaseTool,
  editedFolder: string,
): Promise<SecondVisit> {
  const context = await browser.newContext();
  try {
    const first = await load(context, `${url}/`);
    const edited: ReleaseTool = { ...tool, buildApp: () => Promise.resolve(editedFolder) };
    const publish = { name: 'publish', apps: ['pricing'], overBudget: null } as const;
    await change(publish, edited, (_title, work) => work());
    const second = await load(context, `${url}/`);
    const strangers = second.filter((request) => !['page', 'pricing'].includes(ownerOf(request)));
    if (strangers.length > 0) {
      const paths = strangers.map((request) => request.path).join(', ');
      throw new Error(`After a deploy of pricing a second visit fetched ${paths} again.`);
    }
    if (!second.some((request) => ownerOf(request) === 'pricing')) {
      throw new Error('The deploy of pricing changed nothing that a visitor loads.');
    }
    await change(publish, tool, (_title, work) => work());
    return {
      first: bodies(first),
      second: bodies(second),
      files: second.map((request) => request.path).sort(),
    };
  } finally {
    await context.close();
  }
}
