import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { telemetry, telemetryPath } from '@composed/contracts/telemetry';
import { untilJudged, visitBrokenCanary } from '@composed/testing/server/visits';
import * as v from 'valibot';
import {
  tamperingCases,
  pinnedFiles,
  lateCase,
  startTamperedSite,
} from '../../helpers/tampered-modules';
import { failToSignUp } from '../../helpers/new-visitor';
import { watchSharedPackages } from '../../helpers/remote-section';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import {
  annualSwitch,
  expectSameDocument,
  headerLink,
  markDocument,
  tryAgain,
} from '../../helpers/sections';
import { type Team, skipTypeCheck } from '../../helpers/team';
import { telemetrySent } from '../../helpers/telemetry-sent';
import { startViteSite } from '../../helpers/vite-remote';
import { expect, readLosses, nothingLost, test } from '../fault-gallery/fault-fixtures';

// All other remotes are scripts of webpack or Rspack. Vite builds this one, as ES modules, from which the tool derives a
// release.json. In Firefox and WebKit: ../engines/es-modules.spec.ts.

test.describe.configure({ mode: 'serial' });
test.use({
  baseURL: async ({ perWorker }, use) =>
    use((await perWorker('a remote of Vite', startViteSite)).site.url),
});

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('it is rendered, has the host’s React and toasts, and its lazy component and styles are pinned', async ({
  page,
}) => {
  const expectSharedOnce = watchSharedPackages(page);
  const asked: string[] = [];
  page.on('response', (response) => asked.push(new URL(response.url()).pathname));
  const [document] = await Promise.all([page.waitForResponse('/'), page.goto('/')]);
  const html = await document.text();
  expect(html).toContain('Built by Vite');
  expect(html.match(/<script type="importmap">/g)).toHaveLength(1);
  await remoteHydrated(page);
  await press(page, 'More');
  await expect(page.getByText('20 have come')).toHaveCSS('padding-left', '11px');
  // Drawn by the host.
  await expect(page.getByRole('status').filter({ hasText: 'It has a toast' })).toBeVisible();
  await expectSharedOnce();
  // The preload is what the element then gets.
  const modules = asked.filter((path) =>
    /\/assets\/(?:pricing|host\/es-modules).*\.js$/.test(path),
  );
  expect(modules).toHaveLength(new Set(modules).size);
  for (const file of Object.values(pinnedFiles))
    expect(modules.some((path) => file.test(path))).toBe(true);
});

test('a remote of each kind shows its toast in one list', async ({ page, expectConsole }) => {
  expectConsole(/^error: Failed to load resource.*500/);
  // A toast of webpack’s remote, which the pointer holds from here on: the keyboard does the rest.
  const first = await failToSignUp(page);
  await first.hover();
  await markDocument(page);
  await headerLink(page, 'Home').press('Enter');
  await remoteHydrated(page);
  await page.getByRole('button', { name: 'More' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'It has a toast' })).toBeVisible();
  await expect(first).toBeVisible();
  await expectSameDocument(page);
});

test('if a file is lost, every node stays, and one press on “Try again” recovers it', async ({
  page,
  expectConsole,
  observations: _,
}) => {
  expectConsole(/^error: /);
  await page.route(pinnedFiles['static-chunk'], (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  await expect(tryAgain(page)).toBeVisible();
  expect(await readLosses(page)).toEqual(nothingLost);
  await page.unroute(pinnedFiles['static-chunk']);
  await tryAgain(page).click();
  await remoteHydrated(page);
  expect(await readLosses(page)).toEqual(nothingLost);
  await press(page, 'More');
  await expect(page.getByText('20 have come')).toBeVisible();
});

test('a changed, missing or unpinned module never runs', async ({
  page,
  perWorker,
  allowConsole,
}) => {
  allowConsole(/./);
  const { site } = await perWorker('a remote of Vite', startViteSite);
  const tampered = await perWorker('a spoilt remote of Vite', () => startTamperedSite(site.url));
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(tampered.at('right'));
  await remoteHydrated(page);
  for (const { file, way, name } of tamperingCases) {
    said.length = 0;
    await page.goto(tampered.at(name));
    await hydrated(page);
    // This module loads only after a press.
    if (name === lateCase) {
      await remoteHydrated(page);
      await press(page, 'More');
    }
    await expect(tryAgain(page), name).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Built by Vite' })).toBeVisible();
    expect(await page.locator('html').getAttribute('data-evil'), name).toBeNull();
    const pricingLines = said.filter((line) => line.startsWith('[pricing'));
    expect(pricingLines.join('\n'), `${name}: the fault names ${file} (${way})`).toMatch(
      /\/assets\/|"react"|entry failed/,
    );
    if (way !== 'no-map') continue;
    // In an engine older than import maps the rest of the site works.
    await markDocument(page);
    await headerLink(page, 'SignUp').click();
    await expect(page.getByLabel('First name')).toBeVisible();
    await expectSameDocument(page);
  }
});

test.describe('the next versions of a team that now builds with Vite @soak', () => {
  // A visitor without a proxy, of a local site, is at the machine, and is shown lines of sources.
  test.use({ extraHTTPHeaders: {} });

  const home = 'remote-pricing';
  const section = `${home}/src/PricingSection.tsx`;
  const styles = `${home}/src/PricingSection.module.css`;
  const line = '  const noticeId = useId();';
  const fault = "if (globalThis.location?.hash === '#crooked') throw new Error('It is crooked.');";
  const reasons = ['--replace', 'It is back', '--over-budget', 'A test', ...skipTypeCheck];

  async function startBuildingWithVite({ copy, edit }: Team): Promise<void> {
    const template = 'shared/platform/cli/templates/bundlers/vite/bundler.config.ts.template';
    await cp(join(copy, template), join(copy, home, 'vite.config.ts'));
    await rm(join(copy, home, 'webpack.config.ts'));
    await edit(section, line, `  ${fault}\n${line}`);
  }

  test('a preview reports the failing line, and its canary is aborted', async ({
    page,
    perWorker,
    expectConsole,
  }) => {
    expectConsole(/failed: Error: It is crooked/);
    const team = await perWorker('a remote of Vite', startViteSite);
    await startBuildingWithVite(team);
    await team.mustRelease('preview', 'pricing', '--name', 'crooked');
    await page.goto('/preview/crooked/#crooked');
    const overlay = page.getByRole('complementary', { name: 'Review overlay' });
    const told = overlay.getByRole('listitem').filter({ hasText: 'Error: It is crooked.' });
    await expect(told).toContainText(new RegExp(`${section}:\\d+`));
    await expect(told).toContainText(fault);

    const limit = ['--budget', 'pricing.script=100'];
    await team.mustRelease('settings', '--telemetry', telemetryPath, ...limit);
    const canary = ['publish', 'pricing', '--canary', '20'];
    const refused = await team.release(...canary, '--replace', 'It is back', ...skipTypeCheck);
    expect(refused.output).toMatch(/^pricing +script +index\.html +[\d,]+ +100 +\+[\d,]+$/m);
    await team.mustRelease(...canary, ...reasons);
    const before = await team.ledger();
    await page.context().addCookies([{ name: 'bucket', value: '00', url: team.site.url }]);
    await page.goto('/#crooked');
    await expect(tryAgain(page)).toBeVisible();
    await page.waitForFunction(() =>
      performance.getEntries().some(({ name }) => /\/telemetry\.\w+\.js$/.test(name)),
    );
    const sent = (await telemetrySent(page)).postData() ?? '';
    const { faults } = v.parse(telemetry, JSON.parse(sent));
    expect(faults).toMatchObject([{ version: before.canary?.version, stage: 'render' }]);
    // The judge wants more visitors than a browser is worth.
    await untilJudged([team.site.url], team);
    await visitBrokenCanary([team.site.url], before, ...(faults[0]?.frames ?? []));
    await expect.poll(async () => (await team.ledger()).canary).toBeNull();
    const { history, live } = await team.ledger();
    expect(history.at(-1)).toMatchObject({ action: 'abort', by: 'the judge' });
    expect(history.at(-1)?.reason).toContain(section);
    expect(live).toEqual(before.live);
  });

  test('a style for other apps is refused; a canary goes live, and a rollback restores every byte', async ({
    page,
    perWorker,
  }) => {
    const team = await perWorker('a remote of Vite', startViteSite);
    // The cookie of a visitor who gets no canary.
    const headers = { cookie: 'bucket=99' };
    const htmlOf = async () => (await fetch(team.site.url, { headers })).text();
    const before = await htmlOf();
    await team.edit(section, fault, '');
    const foreign = ':global(footer) { margin: 0 }';
    await team.edit(styles, '.lead {', `${foreign}\n.lead {`);
    const { output } = await team.release('publish', 'pricing', ...reasons);
    expect(output).toContain('its style "footer" matches');
    await team.edit(styles, foreign, '');
    await team.mustRelease('publish', 'pricing', '--canary', '20', ...reasons);
    expect(await htmlOf()).toBe(before);
    await team.mustRelease('promote');
    await page.goto('/');
    await remoteHydrated(page);
    await annualSwitch(page).click();
    await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$290.00');
    expect(await page.content()).toContain('type="importmap"');
    await team.mustRelease('rollback', 'pricing');
    expect(await htmlOf()).toBe(before);
  });
});
