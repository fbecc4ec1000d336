import { deniedFeatures } from '@composed/contracts/headers';
import { changePage } from '../../helpers/sections';
import { expect, test } from '../../helpers/fixtures';

for (const [what, path, original, changed, refusal] of [
  ['the inline bootstrap', '/', '<script>', '<script>0;', /inline script.*script-src/s],
  ['a style', '/terms', /(<style[^>]*>)/, '$1 ', /inline style.*style-src/s],
] as const) {
  test(`one changed letter in ${what} of the page makes the browser refuse it`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(refusal);
    await changePage(page, path, (html) => html.replace(original, changed));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    // The bootstrap is for pages with remotes.
    expect(await page.evaluate(() => 'recordedInteractions' in window)).toBe(path !== '/');
  });
}

test('text cannot become markup or a script on any page', async ({
  page,
  expectConsole,
  allowConsole,
}) => {
  expectConsole(/^error: .*requires 'Trusted/);
  expectConsole(/^error: Creating a TrustedTypePolicy named 'mine'/);
  allowConsole(/^error: Evaluating a string as JavaScript/);
  for (const path of ['/', '/signup']) {
    await page.goto(path);
    const thrown = await page.evaluate(async () => {
      // A debugger may call eval; a timer may not.
      await new Promise((resolve) => setTimeout(resolve));
      const attempts: Record<string, () => unknown> = {
        innerHTML: () => Reflect.set(document.createElement('div'), 'innerHTML', '<b>x</b>'),
        src: () => Reflect.set(document.createElement('script'), 'src', '/x.js'),
        text: () => Reflect.set(document.createElement('script'), 'text', '1'),
        // oxlint-disable-next-line no-eval -- the policy is to refuse it
        eval: () => void globalThis.eval('1'),
        parse: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
        policy: () =>
          (
            Reflect.get(window, 'trustedTypes') as { createPolicy: (name: string) => unknown }
          ).createPolicy('mine'),
      };
      return Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt();
          return `${name} passed`;
        } catch (error) {
          return `${name}: ${(error as Error).name}`;
        }
      });
    });
    expect(thrown).toEqual([
      'innerHTML: TypeError',
      'src: TypeError',
      'text: TypeError',
      'eval: EvalError',
      'parse: TypeError',
      'policy: TypeError',
    ]);
  }
});

test('a script without a hash is never loaded', async ({ page, allowConsole }) => {
  allowConsole(/added\.js/);
  await page.route('**/added.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  const outcomes: Record<string, unknown> = {};
  for (const isKept of [true, false]) {
    await page.route('**/terms', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      // The page's other policy would refuse the script as well.
      delete headers['content-security-policy'];
      if (!isKept) delete headers['integrity-policy'];
      await route.fulfill({ headers, body: '<!doctype html><title>Terms</title>' });
    });
    await page.goto('/terms');
    outcomes[isKept ? 'with the header' : 'without it'] = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const script = document.createElement('script');
          script.onload = script.onerror = (event) =>
            resolve(typeof event === 'string' ? event : event.type);
          script.src = '/added.js';
          document.head.append(script);
        }),
    );
    await page.unroute('**/terms');
  }
  expect(outcomes).toEqual({ 'with the header': 'error', 'without it': 'load' });
});

test('every feature that is denied is one that the browser knows, and is denied', async ({
  page,
}) => {
  await page.goto('/');
  const { known, allowed } = await page.evaluate(() => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { features: () => string[]; allowedFeatures: () => string[] };
    };
    return { known: featurePolicy.features(), allowed: featurePolicy.allowedFeatures() };
  });
  expect(deniedFeatures.filter((feature) => !known.includes(feature))).toEqual([]);
  expect(deniedFeatures.filter((feature) => allowed.includes(feature))).toEqual([]);
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
});
