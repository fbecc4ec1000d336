import { expect, type Page } from '@playwright/test';
import { hasWebKit, installedFirefox } from '@composed/command/installed-software.mjs';
import { test as base } from '../fault-gallery/fault-fixtures';
import type { PerWorker } from '@composed/testing/browser/fixtures';
import type { Engine, EnginePage } from './engine';
import { isHydrated } from '@composed/testing/browser/hydration';
import { startFirefox } from './firefox';
import { startWebKit } from './webkit';

/** A function that starts the engine of this name; undefined where it is not installed. */
export function engineNamed(name: string): (() => Promise<Engine>) | undefined {
  if (name === 'webkit') return hasWebKit() ? startWebKit : undefined;
  const path = installedFirefox();
  return path ? () => startFirefox(path) : undefined;
}

type Visitor = Pick<EnginePage, 'goto' | 'click' | 'evaluate' | 'close'>;

/** A visitor in any of the engines, for a test that Playwright runs. The test is skipped where the engine is not installed. */
export async function visitorIn(
  engine: string,
  page: Page,
  perWorker: PerWorker,
): Promise<Visitor> {
  if (engine !== 'chromium') {
    const start = engineNamed(engine);
    test.skip(!start, `${engine} is not installed`);
    if (start) return (await perWorker(engine, start)).open();
  }
  return {
    goto: async (url) => void (await page.goto(url)),
    click: (selector, name) =>
      page
        .locator(selector, { hasText: name })
        .or(page.locator(selector).and(page.getByLabel(name)))
        .click(),
    evaluate: (run, argument) => page.evaluate(run as never, argument),
    close: () => page.close(),
  };
}

/** The `test` of journeys in Firefox and WebKit, which run where those are installed. */
export const test = base.extend<{ readonly visitor: EnginePage }>({
  visitor: async ({ perWorker, consoleWatch }, use, testInfo) => {
    const { name } = testInfo.project;
    const start = engineNamed(name);
    testInfo.skip(!start, `${name} is not installed`);
    if (!start) return;
    const page = await (await perWorker(name, start)).open();
    await use(page);
    consoleWatch.note(...(await page.complaints()));
    await page.close();
  },
});

export { expect };

export const text = (visitor: EnginePage, selector: string) =>
  visitor.evaluate((selected) => document.querySelector(selected)?.textContent ?? '', selector);
export const body = (visitor: EnginePage) => visitor.evaluate(() => document.body.innerText, null);

export const hydrated = (visitor: EnginePage, root = 'page') =>
  expect.poll(() => visitor.evaluate(isHydrated, root)).toBe(true);

/** Turns the switch, and sees a price of the year. */
export async function turnToAnnual(visitor: EnginePage): Promise<void> {
  await visitor.click('[role=switch]', 'Annual billing');
  await expect.poll(() => body(visitor)).toContain('$290.00');
}

/** Marks the document, to tell a client navigation from a page load. */
export const mark = (visitor: EnginePage) =>
  visitor.evaluate(() => document.documentElement.setAttribute('data-marked', ''), null);
export const isMarked = (visitor: EnginePage) =>
  visitor.evaluate(() => document.documentElement.hasAttribute('data-marked'), null);
