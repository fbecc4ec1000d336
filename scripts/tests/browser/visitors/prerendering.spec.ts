import { EventEmitter, once } from 'node:events';
import { telemetry, telemetryPath } from '@composed/contracts/telemetry';
import { chromium } from 'playwright-core';
import { launch, type Browser } from 'puppeteer-core';
import * as v from 'valibot';
import { hashOfInline } from '@composed/http/pages/send-page';
import { readLedger } from '@composed/release/ledger';
import { chosenBrowser } from '@composed/command/installed-software.mjs';
import { readTelemetry } from '@composed/http/telemetry/read-counts';
import { expect, test } from '../../helpers/fixtures';
import { sendRequest } from '@composed/testing/server/send-request';
import { untilJudged } from '@composed/testing/server/visits';
import { servePublished } from '../../helpers/run-site';
import { hangUp, startUpstream, text } from '@composed/testing/server/upstream';
import { visitorAddress } from '@composed/testing/server/visitor-address';
import { anotherRelease, countTelemetry } from '../../helpers/change-site';

/** A site that counts telemetry, with a canary of pricing for every second visitor. */
async function startSiteWithCanary() {
  const site = await servePublished();
  const store = await countTelemetry(site);
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
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}

const prerendered = ['/', '/signup'];
const ready = '/ready';
const seenPath = '/seen';
const atLeave = v.object({ age: v.number() });

/** A page from which the browser prerenders pages of the site. It opens the first one when the test says so. */
const start = `<!doctype html>
  <script type="speculationrules">${JSON.stringify({ prerender: [{ source: 'list', urls: prerendered }] })}</script>
  <script>fetch('/go').then(() => location.assign('/'))</script>`;

/**
 * Runs in a page as the visitor. While one page replaces another a driver cannot ask the page, so the page says by
 * itself when it is ready, and leaves once it is shown and whole.
 */
async function visit(ready: string, leftPath: string) {
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const isThere = (text: string) =>
    performance.getEntries().some(({ name }) => name.includes(text));
  await until(() => isThere('composed:hydrated:page') && isThere('/assets/host/telemetry.'));
  navigator.sendBeacon(ready);
  await until(() => Reflect.get(document, 'prerendering') === false);
  const slots = [...document.querySelectorAll('[data-slot]')];
  const parts = ['page', ...slots.map((slot) => slot.getAttribute('data-slot'))];
  const markOf = (part: string | null) =>
    performance.getEntriesByName(`composed:hydrated:${part}`)[0];
  await until(() => parts.every(markOf));
  const [navigation] = performance.getEntriesByType('navigation');
  const activation = Number(Reflect.get(navigation ?? {}, 'activationStart'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    const age = performance.now() - activation;
    navigator.sendBeacon(leftPath, JSON.stringify({ age }));
  });
  location.assign('/left');
}

/** Puts the visitor into a page, and into its policy, which allows the site’s own scripts alone. */
function withVisitor(page: string): string {
  const script = `(${String(visit)})(${JSON.stringify(ready)}, ${JSON.stringify(seenPath)})`;
  return page
    .replace('script-src ', `script-src ${hashOfInline(script)} `)
    .replace('</head>', `<script>${script}</script></head>`);
}

/** A visitor with this bucket, for whom pages are prerendered, at a proxy that records every request. */
async function openVisitor(browser: Browser, site: string, visitorBucket: string) {
  const added = { 'x-forwarded-for': visitorAddress(), 'accept-encoding': 'identity' };
  const shownEvents = new EventEmitter();
  const going = once(shownEvents, 'go');
  let isGone = false;
  const server = await startUpstream(async (response, asked) => {
    const { path } = asked;
    if (path === '/start') {
      response.setHeader('set-cookie', `bucket=${visitorBucket}`);
      return text(start, 200, 'text/html')(response, asked);
    }
    if (path === '/go') await going;
    if ([ready, seenPath, '/go', '/left'].includes(path)) return text('')(response, asked);
    // A browser may hold a request back for a page that nobody looks at.
    if (path.startsWith('/assets/pricing/') && !isGone) return hangUp(response, asked);
    const answer = await sendRequest(site, { ...asked, headers: { ...asked.headers, ...added } });
    const isPage = answer.headers['content-type']?.startsWith('text/html') ?? false;
    const body = isPage ? Buffer.from(withVisitor(answer.text)) : answer.bytes;
    response.writeHead(answer.status, { ...answer.headers, 'content-length': body.byteLength });
    return response.end(body);
  });
  const heard = (part: string) => server.received.filter(({ path }) => path.startsWith(part));
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/start`);
  await expect.poll(() => heard(ready).length).toBe(prerendered.length);
  return {
    heard,
    go: () => shownEvents.emit('go', (isGone = true)),
    /** Ends the visits, at which the pages send their telemetry. */
    close: () => context.close(),
    [Symbol.asyncDispose]: server.stop,
  };
}

test('a prerendered page counts as a visit only when it is shown, for live and canary', async () => {
  await using site = await startSiteWithCanary();
  await using chrome = await startChromium();
  await using ofLive = await openVisitor(chrome.browser, site.url, '99');
  await ofLive.close();

  await using ofCanary = await openVisitor(chrome.browser, site.url, '00');
  expect(ofCanary.heard('/assets/pricing/')).not.toEqual([]);
  ofCanary.go();
  for (const path of [telemetryPath, seenPath])
    await expect.poll(() => ofCanary.heard(path).length).toBe(1);
  await ofCanary.close();

  const [beacon, ...otherBeacons] = ofCanary.heard(telemetryPath);
  expect([...otherBeacons, ...ofLive.heard(telemetryPath)]).toEqual([]);
  const said = v.parse(telemetry, JSON.parse(String(beacon?.body)));
  const seen = v.parse(atLeave, JSON.parse(String(ofCanary.heard(seenPath)[0]?.body)));
  expect(said).toMatchObject({ faults: [], complete: true, releases: { pricing: site.canary } });
  expect(said.age).toBeLessThanOrEqual(seen.age);

  const rows = () => readTelemetry(site.dataDir, 0);
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  const counted = rows().filter(({ measure }) => !['lcp', 'inp'].includes(measure));
  expect(counted).toEqual([
    expect.objectContaining({
      measure: 'visits',
      count: 1,
      releases: expect.stringContaining(`pricing=${site.canary}`),
    }),
  ]);
});
