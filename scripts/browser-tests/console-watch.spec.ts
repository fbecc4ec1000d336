import { test } from '../testing/fixtures';

test.use({ baseURL: undefined });

const page = (script: string): string =>
  `data:text/html,<title>t</title><script>${script}</script>`;

test('an ordinary message passes', async ({ page: tab }) => {
  await tab.goto(page("console.log('a'); console.info('b'); console.debug('c')"));
});

test.fail('an unexpected console error fails the test', async ({ page: tab }) => {
  await tab.goto(page("console.error('boom')"));
});

test.fail('an unexpected console warning fails the test', async ({ page: tab }) => {
  await tab.goto(page("console.warn('careful')"));
});

test.fail('an uncaught exception fails the test', async ({ page: tab }) => {
  await tab.goto(page("throw new Error('boom')"));
});

test.fail('an unhandled rejection fails the test', async ({ page: tab }) => {
  await tab.goto(page("Promise.reject(new Error('boom'))"));
  await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
});

test.fail(
  'an error in a page that the page opens fails the test',
  async ({ page: tab, context }) => {
    await tab.goto('about:blank');
    const opened = context.waitForEvent('page');
    await tab.evaluate(() => void window.open('about:blank'));
    await (await opened).evaluate(() => console.error('boom'));
  },
);

test('an expected error passes', async ({ page: tab, expectConsole }) => {
  expectConsole(/^error: boom/);
  expectConsole(/^exception: Error: bang/);
  await tab.goto(page("console.error('boom'); throw new Error('bang')"));
});

test.fail(
  'an expectation that nothing meets fails the test',
  async ({ page: tab, expectConsole }) => {
    expectConsole(/boom/);
    await tab.goto(page(''));
  },
);

test('an allowed error may come or not', async ({ page: tab, allowConsole }) => {
  allowConsole(/boom|bang/);
  await tab.goto(page("console.error('boom')"));
});
