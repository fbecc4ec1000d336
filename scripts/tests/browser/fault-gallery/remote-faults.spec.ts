import type { Page } from '@playwright/test';
import {
  remoteFaults,
  type Expectation,
  type RemoteFault,
} from '../../../lab/faults/remote-faults';
import { installClock } from '../../helpers/delays';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { expectSameDocument, markDocument } from '../../helpers/sections';
import { expect, test } from './fault-fixtures';

// Every fault of a remote: with each of the two, on a first load and on a client navigation, but not in all four ways.

const remotes = {
  pricing: {
    slot: 'pricing/PricingSection',
    link: 'Home',
    heading: 'Pricing you can read off the tag.',
    notice: 'The prices could not be loaded just now.',
    recovered: 'The prices loaded.',
  },
  signup: {
    slot: 'signup/SignupPage',
    link: 'SignUp',
    heading: 'Create your account',
    notice: 'The sign-up form could not be loaded just now.',
    recovered: 'The sign-up form loaded.',
  },
} as const;

const of = (fault: RemoteFault) => remotes[fault.remote];

const slot = (page: Page, fault: RemoteFault) => page.locator(`[data-slot="${of(fault).slot}"]`);
const notice = (page: Page, fault: RemoteFault) =>
  page.getByRole('status').filter({ hasText: of(fault).notice });
const tryAgain = (page: Page, fault: RemoteFault) => notice(page, fault).getByRole('button');

const staysAsComposed = (page: Page) =>
  page.evaluate(() => {
    const { firstNodes } = window.observations;
    return firstNodes.length > 10 && firstNodes.every((node) => node.isConnected);
  });

/** Elements of the head whose files are not preloaded. */
const headOf = (page: Page) =>
  page
    .locator('head > :not([rel="preload"])')
    .evaluateAll((all) => all.map((node) => node.outerHTML));

/** The one console line of a fault. */
function lineOf(fault: RemoteFault): RegExp {
  const expose = `\\./${of(fault).slot.split('/')[1]}`;
  return new RegExp(`^error: \\[${fault.remote} \\w{32} ${expose}\\] ${fault.stage} failed: \\S`);
}

/** Messages that the browser itself says of a request that failed. */
const browsersOwn =
  /^(?:error|warning): (?:Failed to load resource|Failed to find a valid digest|Refused to execute|The resource \S+ was preloaded|Access to \S+ at)|^error: Preload|CORS policy/;

async function restWorks(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Conditions');
  await expectSameDocument(page);
}

const faultsExpected = (...expectations: Expectation[]) =>
  remoteFaults.filter(({ expectation }) => expectations.includes(expectation));

/** Remotes take turns: a fault is tried with one on a first load, and with the other on a navigation. */
function triedOnFirstLoad(fault: RemoteFault): boolean {
  const rows = remoteFaults.filter(({ remote }) => remote === fault.remote);
  return (rows.indexOf(fault) % 2 === 0) === (fault.remote === 'pricing');
}

/** Lets the time pass until the notice, if the fault is that nothing comes. */
async function waitOut(page: Page, { timeout, stage, remote }: RemoteFault): Promise<void> {
  if (timeout === undefined) return;
  // A fault that hangs after the container begins to count when the container is there.
  if (stage !== 'entry') {
    await page.waitForFunction((name) => name in window, `remote_${remote}`);
  }
  if (stage === 'render') await expect(page.locator('html[data-fault-suspends]')).toBeAttached();
  // Other loading must not time out with it.
  await expect
    .poll(() =>
      page
        .locator('[data-island]')
        .evaluateAll((islands) => islands.every(({ textContent }) => textContent !== '')),
    )
    .toBe(true);
  await expect(async () => {
    await page.clock.fastForward(timeout);
    await expect(page.getByRole('button', { name: 'Try again', exact: true })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
}

for (const fault of faultsExpected('static', 'clone')) {
  const isFirstLoad = !fault.isForNavigation && triedOnFirstLoad(fault);
  const scenario = isFirstLoad ? 'on first load' : 'on a client navigation';
  test(`${scenario}: ${fault.description}`, async ({
    page,
    open,
    observations,
    consoleWatch,
    allowConsole,
  }) => {
    allowConsole(browsersOwn);
    if (fault.timeout !== undefined) {
      await installClock(page);
      // Time also passes for a page of the host that is being loaded.
      allowConsole(/^error: \[host \w+ \.\/[\w-]+\] module failed: ChunkLoadError.*timeout/);
    }
    const { origin, repair } = open(fault.name);
    await page.goto(`${origin}${isFirstLoad ? fault.page : '/terms'}`);
    await hydrated(page);
    await markDocument(page);
    const link = page.getByRole('banner').getByRole('link', { name: of(fault).link, exact: true });
    if (!isFirstLoad) await link.click();
    await waitOut(page, fault);
    await expect(notice(page, fault)).toBeVisible();
    consoleWatch.expect(lineOf(fault));
    await expect.poll(() => consoleWatch.count(lineOf(fault))).toBe(1);

    const heading = page.getByRole('heading', { name: of(fault).heading });
    const expectInPlace = async () => {
      if (!isFirstLoad) return;
      await expect(heading).toBeVisible();
      if (fault.expectation === 'static') expect(await staysAsComposed(page)).toBe(true);
      expect((await observations(page)).shifts).toEqual([]);
    };
    await expectInPlace();
    expect(await page.evaluate(() => document.readyState)).toBe('complete');
    await expect
      .poll(async () => (await observations(page)).announced.join('|').split(of(fault).notice))
      .toHaveLength(2);

    // Pressed while the fault lasts: it is announced again, and the focus stays.
    await tryAgain(page, fault).focus();
    await tryAgain(page, fault).press('Enter');
    await waitOut(page, fault);
    await expect(tryAgain(page, fault)).toHaveText('Try again');
    // A remote that throws later has recovered for a moment: its button has gone and come again.
    if (fault.stage !== 'update') await expect(tryAgain(page, fault)).toBeFocused();
    await expect.poll(() => consoleWatch.count(lineOf(fault))).toBe(2);
    if (fault.cause?.lasts) return restWorks(page);

    // Pressed when the fault has ended: the section recovers at once.
    repair();
    await tryAgain(page, fault).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: of(fault).recovered })).toHaveCount(1);
    await expect(notice(page, fault)).toHaveCount(0);
    await remoteHydrated(page);
    await expectSameDocument(page);
    await expect(heading).toBeVisible();
    await expect(page.locator('body')).not.toBeFocused();
    if (fault.name.endsWith('lazy-404'))
      await expect(page.getByText('The lazy component.')).toBeVisible();
    await expectInPlace();
    expect(consoleWatch.count(lineOf(fault))).toBe(2);
    return restWorks(page);
  });
}

const hoisted = ['title', 'meta', 'link', 'style', 'script'];

for (const fault of faultsExpected('working', 'left out')) {
  test(`at a press: ${fault.description}`, async ({
    page,
    open,
    observations: _,
    consoleWatch,
    allowConsole,
  }) => {
    allowConsole(/^error: Applying inline style violates/);
    await page.goto(`${open(fault.name).origin}${fault.page}`);
    await remoteHydrated(page);
    await markDocument(page);
    const head = await headOf(page);
    // A portal brings the same script; no root reports it.
    const line = lineOf(fault).source.replace(fault.stage, `(?:${fault.stage}|script)`);
    const lines =
      fault.expectation === 'working'
        ? [lineOf(fault)]
        : hoisted.map((name) => new RegExp(`${line.slice(0, -2)}Error: <${name}> left out`));
    for (const each of lines) consoleWatch.expect(each);
    await slot(page, fault).locator('input').first().click();
    for (const each of lines) await expect.poll(() => consoleWatch.count(each)).toBe(1);
    expect(await staysAsComposed(page)).toBe(true);
    expect(await headOf(page)).toEqual(head);
    await expect(notice(page, fault)).toHaveCount(0);
    await restWorks(page);
    await expect(page).toHaveTitle(/^Terms/);
  });
}
