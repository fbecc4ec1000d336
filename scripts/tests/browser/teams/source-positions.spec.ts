import { listFaults, readVisits } from '@composed/release/stacks/faults';
import { explainStack } from '@composed/release/stacks/explain';
import type { Resolution } from '@composed/release/stacks/resolver';
import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { markDocument } from '../../helpers/sections';
import { anotherRelease } from '../../helpers/change-site';
import { sectionFile, startFile, startEditedSite, uiFile } from '../../helpers/edited-site';
import { visitorIn } from '../engines/fixtures';

// Faults lead from a visitor's page to a line of the sources, in three engines. In one worker, so that the builds are made
// once.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: undefined });

/** Fault → file that throws, and the stage in which it does. */
const faults: Readonly<Record<string, readonly [file: string, stage: string]>> = {
  render: [sectionFile, 'render'],
  effect: [sectionFile, 'effect'],
  handler: [sectionFile, 'script'],
  promise: [sectionFile, 'script'],
  modules: [startFile, 'script'],
  start: [startFile, 'script'],
};

/** Stacks differ by engine, and little by fault: all in one engine, the others between the two that are slower to start. */
const faultsIn: Readonly<Record<string, readonly string[]>> = {
  chromium: Object.keys(faults),
  firefox: ['render', 'handler', 'modules'],
  webkit: ['effect', 'handler', 'promise', 'start'],
};

/** Reads, in the page, the stack that it reported, once the script that sends it is there too. */
const readReport = () => {
  const findElement = (type: string, name: RegExp) =>
    performance.getEntriesByType(type).find((entry) => name.test(entry.name));
  const isHeard = findElement('resource', /\/telemetry\.\w+\.js$/) !== undefined;
  const mark = findElement('mark', /^composed:failed:/) as PerformanceMark | undefined;
  return isHeard ? ((mark?.detail as { stack: string } | undefined)?.stack ?? null) : null;
};

for (const [engine, asked] of Object.entries(faultsIn)) {
  test(`a fault in ${engine} is reported with the source line that throws`, async ({
    perWorker,
    page,
    allowConsole,
  }) => {
    allowConsole(/failed: Error: #/);
    const visitor = await visitorIn(engine, page, perWorker);
    const site = await perWorker('edited site', startEditedSite);
    const explained: Record<string, readonly Resolution[]> = {};
    for (const fault of asked) {
      await visitor.goto(`${site.url}/#${fault}-${engine}`);
      if (fault === 'handler') await visitor.click('button', 'Fail');
      const report = () => visitor.evaluate(readReport, null);
      await expect.poll(report, `${fault} in ${engine}`).not.toBeNull();
      const { lines } = await explainStack(site.store, (await report()) ?? '');
      explained[fault] = lines.flatMap(({ frame }) => frame ?? []);
      // The page is left, and says so.
      await visitor.goto('about:blank');
    }

    const expected = asked.map((fault) => {
      const [file = '', stage] = faults[fault] ?? [];
      return { ...site.lineOf(file, fault), stage };
    });
    expect(Object.values(explained).map(([first]) => first)).toEqual(
      expected.map(({ source, line, code }) => expect.objectContaining({ source, line, code })),
    );
    // The stack leads through the build of another app, and its libraries.
    expect(explained['handler']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ app: 'pricing', source: uiFile }),
        expect.objectContaining({ app: 'host', library: 'react-dom' }),
      ]),
    );
    const counted = async () => {
      const listed = await listFaults(site.store, readVisits(site.dataDir));
      // A team's own message is not sent.
      return listed
        .filter(({ cause }) => cause === 'Error')
        .map(({ position, code, stage }) => ({ position, code, stage }));
    };
    await expect.poll(counted).toEqual(
      expect.arrayContaining(
        expected.map(({ source, line, code, stage }) => ({
          position: `${source}:${line}`,
          code,
          stage,
        })),
      ),
    );
    // A browser whose page is closed in the moment after it was left may not send what it told.
    await visitor.close();
  });
}

test.describe('in a preview', () => {
  // A visitor without a proxy, of a local site, is at the machine.
  test.use({ extraHTTPHeaders: {} });

  test('the overlay of a preview shows the source line only on this machine', async ({
    perWorker,
    page,
    expectConsole,
  }) => {
    expectConsole(/failed: Error: #render/);
    const site = await perWorker('edited site', startEditedSite);
    const fault = page
      .getByRole('complementary', { name: 'Review overlay' })
      .getByRole('listitem')
      .filter({ hasText: 'Error: #render' });
    const { source, line, code = '' } = site.lineOf(sectionFile, 'render');
    await page.goto(`${site.ownUrl}/preview/broken/#render`);
    await expect(fault).toContainText(`${source}:${line}`);
    await expect(fault).toContainText(code);
    expectConsole(/404/);
    await page.goto(`${site.url}/preview/broken/#render`);
    await expect(fault).toContainText(
      /printf .* pricing\/\S+\.js:\d+:\d+ .*npm run release -- explain/,
    );
  });
});

const signUp = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'SignUp' });
const firstName = (page: Page) => page.getByLabel('First name');

/** Opens the landing page, which shows pricing and pins nothing of sign-up. */
async function open(page: Page): Promise<void> {
  await page.goto('/');
  await hydrated(page);
  await remoteHydrated(page);
  expect(await page.content()).not.toContain('/assets/signup/');
  await markDocument(page);
}

const expectOtherDocument = (page: Page) =>
  expect(page.locator('html:not([data-marked])')).toBeAttached();

test.describe('where a page pins the one remote that it shows', () => {
  test.use({
    baseURL: async ({ perWorker }, use) =>
      use((await perWorker('edited site', startEditedSite)).ownUrl),
  });

  test('links and Back load a new document for a remote that the page does not pin', async ({
    page,
  }) => {
    await open(page);
    await signUp(page).click();
    await expectOtherDocument(page);
    await expect(page).toHaveURL('/signup');
    await hydrated(page);
    await remoteHydrated(page);
    await firstName(page).fill('Ada');
    await page.goBack();
    await expect(page.locator('#pricing')).toBeVisible();
    // An entry that a script made, of an address that this page cannot show.
    await open(page);
    await page.evaluate(() => {
      history.pushState(null, '', '/signup');
      history.pushState(null, '', '/');
      history.back();
    });
    await expectOtherDocument(page);
    await expect(page).toHaveURL('/signup');
    await expect(firstName(page)).toBeVisible();
  });

  test('an old tab gets the current document for pages without pins', async ({
    page,
    perWorker,
  }) => {
    const { team } = await perWorker('edited site', startEditedSite);
    await open(page);
    const { manifest, publish } = await anotherRelease(team.site, 'signup');
    await publish();
    await signUp(page).click();
    await expectOtherDocument(page);
    await expect.poll(() => page.content()).toContain(manifest.version);
  });
});
