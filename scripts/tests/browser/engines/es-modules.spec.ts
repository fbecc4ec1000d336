import { tamperingCases, lateCase, startTamperedSite } from '../../helpers/tampered-modules';
import { startViteSite } from '../../helpers/vite-remote';
import { body, expect, hydrated, test } from './fixtures';

// A remote of ES modules, as in es-modules.spec.ts.

test('a module runs with the bytes that the page pins, and with no others', async ({
  visitor,
  perWorker,
  allowConsole,
}) => {
  allowConsole(/./);
  const { site } = await perWorker('a remote of Vite', startViteSite);
  const tampered = await perWorker('a spoilt remote of Vite', () => startTamperedSite(site.url));
  await visitor.goto(tampered.at('right'));
  await hydrated(visitor, 'pricing/PricingSection');
  await visitor.click('main button', 'More');
  await expect.poll(() => body(visitor)).toContain('20 have come');
  await expect.poll(() => body(visitor)).toContain('It has a toast');
  for (const { name } of tamperingCases) {
    await visitor.goto(tampered.at(name));
    await hydrated(visitor);
    if (name === lateCase) {
      await hydrated(visitor, 'pricing/PricingSection');
      await visitor.click('main button', 'More');
    }
    await expect.poll(() => body(visitor), name).toContain('Try again');
    expect(await body(visitor)).toContain('Built by Vite');
    const evil = () => document.documentElement.dataset['evil'] ?? 'none';
    expect(await visitor.evaluate(evil, null), name).toBe('none');
  }
  // Firefox has to load the page again for that.
  await visitor.goto(tampered.at('lazy-chunk--missing'));
  await expect.poll(() => body(visitor)).toContain('Try again');
  tampered.repair('lazy-chunk--missing');
  await visitor.click('main button', 'Try again');
  await hydrated(visitor, 'pricing/PricingSection');
});
