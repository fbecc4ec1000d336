import { test } from './fixtures';

// Messages that the watch of every other test's console holds for a failure.
test.use({ baseURL: undefined });

const page = (script: string): string =>
  `data:text/html,<title>t</title><script>${script}</script>`;

test('an ordinary message, one that is expected and one that is allowed pass', async ({
  page: tab,
  expectConsole,
  allowConsole,
}) => {
  expectConsole(/^error: boom/);
  expectConsole(/^exception: Error: bang/);
  allowConsole(/warning: careful/);
  await tab.goto(page("console.log('a'); console.error('boom'); throw new Error('bang')"));
});

const failing = {
  'an error': "console.error('boom')",
  'a warning': "console.warn('careful')",
  'an uncaught exception': "throw new Error('boom')",
  'an unhandled rejection': "Promise.reject(new Error('boom'))",
  'an error of a page that it opens': "open('about:blank').console.error('boom')",
};

for (const [what, script] of Object.entries(failing)) {
  test.fail(`${what} that nobody expects fails the test`, async ({ page: tab }) => {
    await tab.goto(page(script));
    await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  });
}

test.fail('an expectation that nothing meets fails it', async ({ page: tab, expectConsole }) => {
  expectConsole(/boom/);
  await tab.goto(page(''));
});
