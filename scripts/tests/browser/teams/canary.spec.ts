import type { Browser, Page } from '@playwright/test';
import { telemetryPath } from '@composed/contracts/telemetry';
import { readPins } from '@composed/compose/deployment/composed-page';
import { expect, test } from '../../helpers/fixtures';
import { remoteHydrated } from '@composed/testing/browser/hydration';
import { expectSameDocument, markDocument } from '../../helpers/sections';
import { aTeam, skipTypeCheck, type Team } from '../../helpers/team';
import { telemetrySent } from '../../helpers/telemetry-sent';
import { visitorAddress } from '@composed/testing/server/visitor-address';

/** At most: visitors who come after the canary has ended count for live. Two in five are hurt, eight of whom are left out. */
const visits = 300;
/**
 * Visitors at the same time. Each waits two seconds for the telemetry to load; more of them only crowd the processor.
 */
const tabs = 10;
const narrow = 500;

async function versionOf(page: Page): Promise<string | undefined> {
  return readPins(await page.content()).remotes['pricing']?.version;
}

/** Somebody new who opens two pages one after the other, looks at the prices of the second, and leaves. */
async function visit(page: Page) {
  const context = page.context();
  await context.clearCookies();
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': visitorAddress() });
  await context.request.get('/');
  await page.goto('/');
  const version = await versionOf(page);
  // The script for telemetry comes last: a page tells of no visit that ended before.
  const outcome = await page.waitForFunction(() => {
    window.dispatchEvent(new Event('pointermove'));
    const names = performance.getEntries().map(({ name }) => name);
    const isHurt = names.includes('composed:failed:pricing/PricingSection');
    const isOver = isHurt || names.includes('composed:hydrated:pricing/PricingSection');
    return isOver && names.some((name) => name.includes('/telemetry.')) ? { isHurt } : null;
  });
  const isHurt = (await outcome.jsonValue())?.isHurt;
  await telemetrySent(page);
  return { version, isHurt };
}

/** Visits in tabs beside each other, four of five in a narrow window, while there is a canary. */
async function visitMany(browser: Browser, team: Team) {
  let visitsLeft = visits;
  const visiting = Array.from({ length: tabs }, async (_, n) => {
    const viewport = { width: n % 5 > 0 ? narrow - 100 : 1000, height: 700 };
    const context = await browser.newContext({
      baseURL: team.site.url,
      viewport,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    // A visit that hangs says where.
    page.setDefaultTimeout(60_000);
    const seen = [];
    while (visitsLeft-- > 0 && (await team.ledger()).canary) seen.push(await visit(page));
    await context.close();
    return seen;
  });
  return (await Promise.all(visiting)).flat();
}

test('a canary with errors is aborted automatically, and live visitors are not affected', async ({
  browser,
  perWorker,
}) => {
  const team = await perWorker('canary', aTeam);
  const { url } = team.site;
  // The fault below is heavier than the section's own limit.
  const limit = ['--budget', 'pricing.script=6000'];
  await team.mustRelease('settings', '--telemetry', telemetryPath, ...limit);
  const source = 'remote-pricing/src/PricingSection.tsx';
  await team.edit(source, 'import { useId }', 'import { useEffect, useId }');
  await team.edit(
    source,
    'const noticeId = useId();',
    `const noticeId = useId();
    useEffect(() => {
      if (innerWidth <= ${narrow}) throw new Error('The stall is crooked.');
    }, []);`,
  );
  await team.mustRelease('publish', 'pricing', '--canary', '50', ...skipTypeCheck);
  const { live, canary } = await team.ledger();

  // A tab of the canary in which it works stays open all the while.
  const context = await browser.newContext({ baseURL: url });
  await context.addCookies([{ name: 'bucket', value: '00', url }]);
  const tab = await context.newPage();
  await tab.goto('/');
  expect(await versionOf(tab)).toBe(canary?.version);
  await remoteHydrated(tab);
  await markDocument(tab);

  const seen = await visitMany(browser, team);
  const otherVersions = seen.filter(({ version }) => version !== canary?.version);
  expect(seen.some(({ isHurt }) => isHurt)).toBe(true);
  expect(otherVersions.length).toBeGreaterThan(seen.length / 4);
  expect(new Set(otherVersions.map(({ version }) => version))).toEqual(
    new Set([live?.releases['pricing']]),
  );
  expect(otherVersions.filter(({ isHurt }) => isHurt)).toEqual([]);

  await expect.poll(async () => (await team.ledger()).canary).toBeNull();
  const after = await team.ledger();
  const end = after.history.at(-1);
  expect(end).toMatchObject({ action: 'abort', by: 'the judge' });
  expect(end?.reason).toContain('with a fault');
  expect(after.live).toEqual(live);

  // An open tab of the canary works on; its next document is of the live deployment.
  await tab.getByRole('switch', { name: 'Annual billing' }).click();
  await expect(tab.getByRole('list', { name: 'Plans' })).toContainText('$290.00');
  await expectSameDocument(tab);
  await tab.reload();
  expect(await versionOf(tab)).toBe(live?.releases['pricing']);
  await context.close();
});
