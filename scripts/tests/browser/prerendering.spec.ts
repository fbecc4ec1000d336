import { signals, signalsPath } from '@shopwright/shared/contracts/signals';
import { chromium } from 'playwright-core';
import { launch, type Browser, type HTTPRequest, type Page } from 'puppeteer-core';
import * as v from 'valibot';
import { readLedger } from '../../platform/release/ledger';
import { readSignals } from '../../platform/signals/counts';
import { chosenBrowser } from '../../platform/setup/browser.mjs';
import { expect, test } from '../helpers/fixtures';
import { untilJudged } from '../helpers/server/visits';
import { startSite } from '../helpers/site';
import { anotherRelease, countSignals } from './change-site';

/** A site that counts signals, with a canary of pricing for every second visitor. */
async function startSiteWithCanary() {
  const site = await startSite();
  const store = await countSignals(site);
  const { manifest, publish } = await anotherRelease(site);
  await publish({ share: 50 });
  await untilJudged([site.url], { ledger: () => readLedger(store) });
  return { ...site, canary: manifest.version };
}

/** Chromium as Puppeteer drives it: in a browser that Playwright drives, no page is prerendered. */
async function startChromium() {
  const browser = await launch({
    executablePath: chosenBrowser() ?? chromium.executablePath(),
    headless: 'shell',
    args: ['--disable-gpu', '--no-sandbox'],
  });
  return { browser, stop: () => browser.close() };
}

/** A visitor with this bucket, at /terms, from where the browser has prerendered the pages with a remote. */
async function openVisitor(browser: Browser, origin: string, bucket: string) {
  const context = await browser.createBrowserContext();
  await context.setCookie({ name: 'bucket', value: bucket, domain: new URL(origin).hostname });
  const page = await context.newPage();
  const asked: HTTPRequest[] = [];
  const errors: string[] = [];
  page.on('request', (request) => asked.push(request));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  // For the rules, which the policy of the site does not allow. It ends with this document.
  await page.setBypassCSP(true);
  await page.goto(`${origin}/terms`);
  const urls = ['/', '/signup'];
  await page.evaluate((prerendered) => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ prerender: [{ source: 'list', urls: prerendered }] });
    document.head.append(rules);
  }, urls);
  const askedFor = (part: string) => asked.filter((request) => request.url().includes(part));
  // The last that comes to a page.
  await expect.poll(() => askedFor('/assets/host/signals.').length).toBe(urls.length);
  return { context, page, errors, beacons: () => askedFor(signalsPath) };
}

/** In the page: says what is said of a page that is left; null until it is there. */
function leavePage(parts: readonly string[]) {
  const [navigation] = performance.getEntriesByType('navigation');
  const activation = Number(Reflect.get(navigation ?? {}, 'activationStart'));
  const times = parts.map((name) => performance.getEntriesByName(`hydrated:${name}`)[0]);
  if (activation === 0 || times.includes(undefined)) return null;
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
  const since = (time = NaN) => Math.round(Math.max(0, time - activation));
  const hydrated = parts.map((name, at) => [name, since(times[at]?.startTime)] as const);
  return { age: performance.now() - activation, hydrated: Object.fromEntries(hydrated) };
}

/** Waits until the page is hydrated, and leaves it. */
async function leave(page: Page, parts: readonly string[]) {
  const seen = { age: 0, hydrated: {} };
  await expect(async () => {
    const found = await page.evaluate(leavePage, parts);
    expect(found).not.toBeNull();
    Object.assign(seen, found);
  }).toPass();
  return seen;
}

test('a prerendered page counts from when it is shown, and one that never is says nothing, on both sides of a canary', async ({
  perWorker,
}) => {
  const { url, dataDir, canary } = await perWorker('site with a canary', startSiteWithCanary);
  const { browser } = await perWorker('browser that prerenders', startChromium);
  const ofLive = await openVisitor(browser, url, '99');
  await ofLive.context.close();

  const { context, page, errors, beacons } = await openVisitor(browser, url, '00');
  // Sooner, Puppeteer would look into a frame that is on its way out.
  const gone = new Promise((resolve) => context.once('targetdestroyed', resolve));
  await page.evaluate(() => void setTimeout(() => location.assign('/')));
  await gone;
  const seen = await leave(page, ['page', 'pricing/PricingSection']);

  await expect.poll(() => beacons().length).toBe(1);
  const said = v.parse(signals, JSON.parse((await beacons()[0]?.fetchPostData()) ?? ''));
  expect(said).toMatchObject({ faults: [], complete: true, releases: { pricing: canary } });
  expect(said.hydrated).toEqual(seen.hydrated);
  expect(said.age).toBeLessThanOrEqual(seen.age);
  expect(said.lcp ?? 0).toBeLessThanOrEqual(seen.age);

  const rows = () => readSignals(dataDir, 0);
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  const counted = rows().filter(({ measure }) => !['lcp', 'inp'].includes(measure));
  expect(counted).toEqual([
    expect.objectContaining({
      ...{ measure: 'visits', count: 1 },
      releases: expect.stringContaining(`pricing=${canary}`),
    }),
  ]);
  expect(ofLive.beacons()).toEqual([]);
  expect([...ofLive.errors, ...errors]).toEqual([]);
  await context.close();
});
