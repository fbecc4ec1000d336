import { parsePins } from '@composed/contracts/pins';
import { readScriptElements } from '@composed/compose/deployment/composed-page';
import { readTelemetry } from '@composed/http/telemetry/read-counts';
import { countTelemetry } from '../../helpers/change-site';
import { expect, test as base } from '../../helpers/fixtures';
import { hydrated } from '@composed/testing/browser/hydration';
import { servePublished, type Site } from '../../helpers/run-site';

const telemetryScript = /\/assets\/host\/telemetry\.\w+\.js$/;

async function startSignallingSite(): Promise<Site> {
  const site = await servePublished();
  await countTelemetry(site);
  return site;
}

const test = base.extend<{ signalling: Site }>({
  signalling: async ({ perWorker }, use) =>
    use(await perWorker('signalling site', startSignallingSite)),
});

test('a site without telemetry sends nothing and loads no code for it', async ({ page }) => {
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await hydrated(page);
  await page.waitForTimeout(2500);
  expect(await page.content()).not.toMatch(/telemetry/i);
  await page.goto('about:blank');
  expect(asked.filter((path) => path.includes('telemetry'))).toEqual([]);
});

test.describe('where the settings ask for telemetry', () => {
  test.use({ baseURL: async ({ signalling }, use) => use(signalling.url) });

  test('a visit is reported once, when it ends, without typed text', async ({
    page,
    signalling,
  }) => {
    const script = page.waitForResponse(telemetryScript);
    const html = (await (await page.goto('/'))?.text()) ?? '';
    await hydrated(page);
    // The script loads after everything else, and is no part of the first load.
    expect((await script).ok()).toBe(true);
    expect(readScriptElements(html).map(({ src }) => src)).not.toContainEqual(
      expect.stringMatching(telemetryScript),
    );
    const pins = parsePins(await page.locator('#pins').innerText());
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada of Byron');
    const version = pins.remotes['pricing']?.version ?? '';
    const fault = { app: 'pricing', version, expose: './PricingSection', stage: 'render' };
    await page.evaluate(
      (detail) => performance.mark('composed:failed:pricing/PricingSection', { detail }),
      {
        ...fault,
        cause: 'Error: no shop for Ada of Byron, ada@example.com',
        stack: 'Error',
      },
    );
    await page.goto('about:blank');
    const counted = () =>
      readTelemetry(signalling.dataDir, 0).filter(({ releases }) => releases.includes(pins.host));
    await expect.poll(() => counted().length).toBeGreaterThan(0);
    const rows = counted();
    // The collector's schema takes no other field.
    expect(Object.fromEntries(rows.map(({ measure, count }) => [measure, count]))).toEqual({
      visits: 1,
      faulty: 1,
      fault: 1,
      lcp: 1,
      ...(rows.some(({ measure }) => measure === 'inp') ? { inp: 1 } : {}),
    });
    expect(rows[0]?.releases).toContain(`pricing=${pins.remotes['pricing']?.version}`);
    const shownFault = rows.find(({ measure }) => measure === 'fault')?.value ?? '';
    expect(JSON.parse(shownFault)).toEqual({ ...fault, cause: 'Error' });
  });

  test('visitors who opt out are not counted, and a page without scripts loads none', async ({
    page,
    context,
  }) => {
    const asked: string[] = [];
    context.on('request', (request) => {
      if (telemetryScript.test(request.url())) asked.push(request.frame().page().url());
    });
    const askNot = async (name: string, value: unknown) => {
      const tab = await context.newPage();
      await tab.addInitScript(
        ([key, wish]) => Object.defineProperty(Navigator.prototype, key, { get: () => wish }),
        [name, value] as const,
      );
      return tab.goto('/signup');
    };
    await askNot('globalPrivacyControl', true);
    await askNot('doNotTrack', '1');
    await (await context.newPage()).goto('/terms');
    // This script comes last: by then the others would have been requested.
    await page.goto('/');
    await expect.poll(() => asked.length).toBe(1);
    await page.waitForTimeout(1000);
    expect(asked).toEqual([page.url()]);
  });
});
