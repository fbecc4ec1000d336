import { expect } from '@playwright/test';
import { launch, type ElementHandle, type Page } from 'puppeteer-core';
import { locate, watch, type Engine, type EnginePage, type Target } from './engine';

/** A visitor who leaves before the typeface has come takes the request back (NS_BINDING_ABORTED): no failure. */
const isWithdrawn = (error: string) => /font: download failed .*status=2152398850/.test(error);

const hasBody = () => document.querySelector('body') !== null;

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
    evaluate: async (run, argument) => {
      const call = `(${run.toString()})(${JSON.stringify(argument)})`;
      for (;;) {
        // A page that loads itself again has no document for a moment.
        await page.waitForFunction(hasBody, { polling: 20 });
        // The document may be another one by now: looked at in the same step.
        const answer = await page.evaluate(`document.body && JSON.stringify([${call}])`);
        if (typeof answer === 'string') return (JSON.parse(answer) as [ReturnType<typeof run>])[0];
      }
    },
    click: (...target) => act(target, (element) => element.click()),
    type: (text, ...target) => act(target, (element) => element.type(text)),
    resize: (width, height) => page.setViewport({ width, height }),
    complaints: async () => complaints,
    close: () => page.browserContext().close(),
  };
}

/** Starts Firefox without a window and drives it over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath });
  return {
    open: async () => {
      const page = await (await browser.createBrowserContext()).newPage();
      await page.setViewport({ width: 1280, height: 800 });
      await page.evaluateOnNewDocument(watch);
      return enginePage(page);
    },
    stop: () => browser.close(),
  };
}
