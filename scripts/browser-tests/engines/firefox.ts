import { launch, type ElementHandle, type Page } from 'puppeteer-core';
import * as v from 'valibot';
import {
  locate,
  spokenRoles,
  waitFor,
  watch,
  type Engine,
  type EnginePage,
  type Spoken,
  type Target,
} from './engine';

interface Connection {
  readonly send: (method: string, parameters: object) => Promise<unknown>;
}

const contexts = v.object({
  result: v.object({ contexts: v.array(v.object({ context: v.string(), url: v.string() })) }),
});
const located = v.object({
  result: v.object({ nodes: v.array(v.object({ sharedId: v.string() })) }),
});

/**
 * Searches the page as the driver's own `$$` does, which takes several calls for each element that it finds.
 * @returns what finds the ids of the elements with a role or name, among the start nodes and below them if
 *   there are any, or of those of a selector
 */
async function search(page: Page) {
  const connection = Reflect.get(page.browser(), 'connection') as Connection;
  const { result } = v.parse(contexts, await connection.send('browsingContext.getTree', {}));
  const context = result.contexts.find(({ url }) => url === page.url())?.context;
  return async (locator: object, ...startNodes: object[]): Promise<string[]> => {
    const parameters = { context, locator, ...(startNodes.length > 0 && { startNodes }) };
    const found = await connection.send('browsingContext.locateNodes', parameters);
    return v.parse(located, found).result.nodes.map(({ sharedId }) => sharedId);
  };
}

const passwordFields = () =>
  [...document.querySelectorAll('body *')].flatMap((element, number) =>
    element.matches('input[type=password]') ? [number] : [],
  );

/** Who leaves a page before its face has come takes the request back (NS_BINDING_ABORTED): no failure. */
const isWithdrawn = (error: string) => /font: download failed .*status=2152398850/.test(error);

function enginePage(page: Page): EnginePage {
  const console: string[] = [];
  page.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warn') console.push(`${type}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    if (!isWithdrawn(String(error))) console.push(`exception: ${String(error)}`);
  });

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
      const locate = await search(page);
      const all = await locate({ type: 'css', value: 'body *' });
      const hasName = async ({ element, name }: Spoken): Promise<boolean> => {
        const sharedId = all[element] ?? '';
        const named = { type: 'accessibility', value: { name } };
        return (await locate(named, { sharedId })).includes(sharedId);
      };
      const areNamed = await Promise.all(expected.map(hasName));
      const names = new Map(
        expected.map(({ element, name }, index) => [element, areNamed[index] ? name : undefined]),
      );
      const spoken: Spoken[] = [];
      for (const role of spokenRoles) {
        const ids = await locate({ type: 'accessibility', value: { role } });
        const elements = ids.map((id) => all.indexOf(id));
        // ARIA has no role for a field of a password, so Firefox tells none.
        if (role === 'textbox') elements.push(...(await page.evaluate(passwordFields)));
        spoken.push(
          ...elements.map((element) => ({
            element,
            role,
            name: names.get(element) ?? 'another name',
          })),
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
