import { launch, type ElementHandle, type Page } from 'puppeteer-core';
import {
  locate,
  numberElements,
  spokenRoles,
  waitFor,
  watch,
  type Engine,
  type EnginePage,
  type Spoken,
  type Target,
} from './engine';

/** The elements that Firefox tells assistive technology of with this role or name. */
async function elementsSpokenAs(
  page: Page,
  query: { readonly role?: string; readonly name?: string },
): Promise<number[]> {
  const selector = Object.entries(query).map(([key, value]) => `[${key}=${JSON.stringify(value)}]`);
  const handles = await page.$$(`::-p-aria(${selector.join('')})`);
  const numbers = await page.evaluate(numberElements, ...handles);
  await Promise.all(handles.map((handle) => handle.dispose()));
  return numbers;
}

const passwordFields = () =>
  [...document.querySelectorAll('body *')].flatMap((element, number) =>
    element.matches('input[type=password]') ? [number] : [],
  );

function enginePage(page: Page): EnginePage {
  const console: string[] = [];
  page.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warn') console.push(`${type}: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.push(`exception: ${String(error)}`));

  const find = (target: Target): Promise<ElementHandle<HTMLElement>> =>
    waitFor(
      async () =>
        (await page.evaluateHandle(locate, target)).asElement() as ElementHandle<HTMLElement>,
      `${target.role} "${target.name}"`,
    );

  return {
    goto: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    // The driver's own way waits for a load, which a step within one document does not have.
    back: () => page.evaluate(() => history.back()),
    evaluate: async (run, argument) =>
      (await page.evaluate(run as (argument: unknown) => unknown, argument)) as ReturnType<
        typeof run
      >,
    click: async (role, name, part = 'body') => {
      const element = await find({ role, name, part });
      await element.click();
    },
    type: async (name, text, part = 'body') => {
      const element = await find({ role: 'textbox', name, part });
      await element.type(text);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    spoken: async (expected) => {
      const names = new Map<number, string>();
      for (const name of new Set(expected.flatMap((each) => each.name || []))) {
        for (const element of await elementsSpokenAs(page, { name })) names.set(element, name);
      }
      const spoken: Spoken[] = [];
      for (const role of spokenRoles) {
        const elements = await elementsSpokenAs(page, { role });
        // ARIA has no role for a field of a password, so Firefox tells none.
        if (role === 'textbox') elements.push(...(await page.evaluate(passwordFields)));
        spoken.push(
          ...elements.map((element) => ({ element, role, name: names.get(element) ?? '' })),
        );
      }
      return spoken.sort((one, other) => one.element - other.element);
    },
    complaints: async () => [...console, ...(await page.evaluate(() => window.complaints ?? []))],
    close: async () => page.browserContext().close(),
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
