import { expect } from '@playwright/test';
import { launch, type ElementHandle, type Page } from 'puppeteer-core';
import { locate, watch, type Engine, type EnginePage, type Target } from './engine';

/** Who leaves a page before its face has come takes the request back (NS_BINDING_ABORTED): no failure. */
const isWithdrawn = (error: string) => /font: download failed .*status=2152398850/.test(error);

function enginePage(page: Page): EnginePage {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warn') complaints.push(`${type}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    if (!isWithdrawn(String(error))) complaints.push(`exception: ${String(error)}`);
  });
  const act = (target: Target, run: (element: ElementHandle) => Promise<void>) =>
    expect(async () => {
      const element = (await page.evaluateHandle(locate, target)).asElement();
      if (!element) throw new Error(`There is no ${target.join(' ')}.`);
      await run(element as ElementHandle);
    }).toPass();
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    // The driver's own way waits for a load, which a step within one document does not have.
    back: () => page.evaluate(() => history.back()),
    evaluate: async (run, argument) =>
      (await page.evaluate(run as (argument: unknown) => unknown, argument)) as ReturnType<
        typeof run
      >,
    click: (role, name, part = 'body') => act([role, name, part], (element) => element.click()),
    type: (label, text, part = 'body') =>
      act(['textbox', label, part], (element) => element.type(text)),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    complaints: async () => complaints,
    close: () => page.browserContext().close(),
  };
}

/** Starts Firefox without a window and drives it over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  return {
    open: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      await page.evaluateOnNewDocument(watch);
      return enginePage(page);
    },
    stop: () => browser.close(),
  };
}
