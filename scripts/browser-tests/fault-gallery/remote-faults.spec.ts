import type { Page } from '@playwright/test';
import type { Fault, Meeting } from '../../lab/faults/fault';
import { remoteFaults } from '../../lab/faults/remote-faults';
import { expectSameDocument, hydrated, markDocument } from '../../testing/sections';
import { expect, test } from './gallery';

// Every fault of either remote, on first load and on client navigation.

const remotes = {
  pricing: {
    slot: 'pricing/PricingSection',
    link: 'Home',
    heading: 'Pricing you can read off the tag.',
    notice: 'The prices could not be loaded just now.',
    healed: 'The prices loaded.',
  },
  signup: {
    slot: 'signup/SignupPage',
    link: 'SignUp',
    heading: 'Create your account',
    notice: 'The sign-up form could not be loaded just now.',
    healed: 'The sign-up form loaded.',
  },
} as const;

function of(fault: Fault) {
  return remotes[fault.remote ?? 'pricing'];
}

const slot = (page: Page, fault: Fault) => page.locator(`[data-slot="${of(fault).slot}"]`);
const notice = (page: Page, fault: Fault) =>
  page.getByRole('status').filter({ hasText: of(fault).notice });
const tryAgain = (page: Page, fault: Fault) => notice(page, fault).getByRole('button');

/** The remote's own handlers answer in the page. */
const alive = (page: Page, fault: Fault) =>
  expect
    .poll(() =>
      slot(page, fault)
        .locator('input')
        .first()
        .evaluate((input) => Object.keys(input).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true);

const staysAsComposed = (page: Page) =>
  page.evaluate(
    () => window.firstNodes.length > 10 && window.firstNodes.every((node) => node.isConnected),
  );

/** The one console line of a fault. */
function lineOf(fault: Fault): RegExp {
  const expose = `\\./${of(fault).slot.split('/')[1]}`;
  const version = fault.name.endsWith('unlisted') ? 'unlisted' : '\\w{12}';
  return new RegExp(
    `^error: \\[${fault.remote} ${version} ${expose}\\] ${fault.stage} failed: \\S`,
  );
}

/** What the browser itself says of a request that failed. */
const browsersOwn =
  /^(?:error|warning): (?:Failed to load resource|Failed to find a valid digest|Refused to execute|The resource \S+ was preloaded|Access to \S+ at)|^error: Preload|CORS policy/;

async function restIsAlive(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Conditions');
  await expectSameDocument(page);
}

const faultsOf = (...sights: Fault['sight'][]) =>
  remoteFaults.filter(({ sight }) => sights.includes(sight));

const met: Readonly<Record<Meeting, string>> = {
  'first load': 'on first load',
  navigation: 'on a client navigation',
};

/** Lets the time pass that a visitor is left waiting, if the fault is that nothing comes. */
async function outwait(page: Page, { patience, stage, remote }: Fault): Promise<void> {
  if (patience === undefined) return;
  // What hangs later than the container has its time when that has come.
  if (stage !== 'entry') {
    await page.waitForFunction((name) => name in window, `remote_${remote ?? ''}`);
  }
  if (stage === 'render') await page.waitForFunction(() => 'faultIsMet' in window);
  // What else is on its way must not run out of time with it.
  await expect
    .poll(() =>
      page
        .locator('[data-island]')
        .evaluateAll((islands) => islands.every(({ textContent }) => textContent !== '')),
    )
    .toBe(true);
  await expect(async () => {
    await page.clock.fastForward(patience);
    await expect(page.getByRole('button', { name: 'Try again', exact: true })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
}

async function waitForNotice(page: Page, fault: Fault): Promise<void> {
  await outwait(page, fault);
  await expect(notice(page, fault)).toBeVisible({ timeout: 10_000 });
}

for (const fault of faultsOf('static', 'clone')) {
  test.describe(fault.name, () => {
    test.beforeEach(async ({ page, allowConsole, sights: _ }) => {
      allowConsole(browsersOwn);
      if (fault.patience === undefined) return;
      await page.clock.install();
      // The time that passes for the remote passes for a page of the host that is on its way.
      allowConsole(/^error: \[host \w+ \.\/[\w-]+\] module failed: ChunkLoadError.*timeout/);
    });

    for (const meeting of fault.meetings) {
      test(`${met[meeting]}: ${fault.broken}`, async ({ page, open, sights, consoleWatch }) => {
        const { origin, mend } = open(fault.name);
        await page.goto(`${origin}${meeting === 'navigation' ? '/terms' : fault.page}`);
        await hydrated(page);
        await markDocument(page);
        if (meeting === 'navigation') {
          await page
            .getByRole('banner')
            .getByRole('link', { name: of(fault).link, exact: true })
            .click();
        }
        await waitForNotice(page, fault);
        consoleWatch.expect(lineOf(fault));
        await expect.poll(() => consoleWatch.count(lineOf(fault))).toBe(1);

        if (meeting === 'first load') {
          await expect(page.getByRole('heading', { name: of(fault).heading })).toBeVisible();
          if (fault.sight === 'static') expect(await staysAsComposed(page)).toBe(true);
          const { shift, loadedAt } = await sights(page);
          expect(shift).toBe(0);
          expect(loadedAt).toBeGreaterThan(0);
        }
        expect((await sights(page)).announced.join('|').split(of(fault).notice)).toHaveLength(2);

        // Pressed while it lasts: it is told again, and the focus stays.
        await tryAgain(page, fault).focus();
        await tryAgain(page, fault).press('Enter');
        await outwait(page, fault);
        await expect(tryAgain(page, fault)).toHaveText('Try again');
        // One that throws later has healed for a moment, and its button has gone and come again.
        if (fault.stage !== 'update') await expect(tryAgain(page, fault)).toBeFocused();
        await expect.poll(() => consoleWatch.count(lineOf(fault))).toBe(2);
        if (fault.passes === 'never') {
          await restIsAlive(page);
          return;
        }

        // Pressed when it has passed: it heals, here and now.
        mend();
        await tryAgain(page, fault).press('Enter');
        await expect(page.getByRole('status').filter({ hasText: of(fault).healed })).toHaveCount(1);
        await expect(notice(page, fault)).toHaveCount(0);
        await alive(page, fault);
        await expectSameDocument(page);
        await expect(page.getByRole('heading', { name: of(fault).heading })).toBeVisible();
        await expect(page.locator('body')).not.toBeFocused();
        if (meeting === 'first load' && fault.sight === 'static') {
          expect(await staysAsComposed(page)).toBe(true);
        }
        if (meeting === 'first load') expect((await sights(page)).shift).toBe(0);
        expect(consoleWatch.count(lineOf(fault))).toBe(2);
        await restIsAlive(page);
      });
    }
  });
}

for (const fault of faultsOf('alive')) {
  test(`${fault.name}: ${fault.broken}`, async ({ page, open, sights: _, consoleWatch }) => {
    await page.goto(`${open(fault.name).origin}${fault.page}`);
    await alive(page, fault);
    await markDocument(page);
    consoleWatch.expect(lineOf(fault));
    await slot(page, fault).locator('input').first().click();
    await expect.poll(() => consoleWatch.count(lineOf(fault))).toBe(1);
    expect(await staysAsComposed(page)).toBe(true);
    await expect(notice(page, fault)).toHaveCount(0);
    await restIsAlive(page);
  });
}
