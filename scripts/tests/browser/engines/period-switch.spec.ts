import { createPlanOption, createPlansResponse } from '../../../lab/faults/site-faults';
import { startSite } from '../../helpers/run-site';
import { json, startUpstream, text as answerText } from '@composed/testing/server/upstream';
import type { EnginePage } from './engine';
import { body, expect, hydrated, isMarked, mark, test } from './fixtures';

const months = [createPlanOption(2, 'Barrow', 1250)];
const years = [createPlanOption(3, 'Barrow', 12_000)];

/** A site whose pages were composed while there were no annual prices. */
async function startSiteWithoutAnnualPrices() {
  const prices = await startUpstream(json(createPlansResponse(months, [])));
  const site = await startSite({ SUBSCRIPTION_URL: prices.url });
  return { prices, url: site.url, stop: () => site.stop().then(prices.stop) };
}

const switchOf = (visitor: EnginePage) =>
  visitor.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('[role=switch]');
    return { disabled: input?.disabled, checked: input?.checked };
  }, null);

test('the switch is off after a reload if its call fails', async ({
  visitor,
  perWorker,
  allowConsole,
}) => {
  test.skip(test.info().project.name === 'webkit', 'WebKit restores no control’s disabled state.');
  // The failed call is in the console.
  allowConsole(/Failed to load|500/);
  const { prices, url } = await perWorker(
    'site without annual prices',
    startSiteWithoutAnnualPrices,
  );
  prices.respondWith(json(createPlansResponse(months, years)));
  await visitor.goto(url);
  await expect.poll(() => switchOf(visitor)).toEqual({ disabled: false, checked: false });
  await visitor.click('[role=switch]', 'Annual billing');
  await expect.poll(() => body(visitor)).toContain('$120.00');

  prices.respondWith(answerText('', 500));
  await mark(visitor);
  await visitor.evaluate(() => location.reload(), null);
  // Between two documents nothing can be evaluated.
  await expect(async () => expect(await isMarked(visitor)).toBe(false)).toPass();
  await hydrated(visitor, 'pricing/PricingSection');
  await expect.poll(() => body(visitor)).toContain('Newer ones did not load.');
  expect(await body(visitor)).toContain('No annual prices right now.');
  expect(await switchOf(visitor)).toEqual({ disabled: true, checked: false });
  await visitor.click('[role=switch]', 'Annual billing');
  expect(await switchOf(visitor)).toEqual({ disabled: true, checked: false });
  expect(await body(visitor)).toContain('$12.50');
});

test('prices change without a filter, since WebKitGTK leaves stains of its shadow', async ({
  visitor,
  site,
}) => {
  await visitor.goto(site.url);
  const filters = await visitor.evaluate(() => {
    const found: string[] = [];
    for (const price of document.querySelectorAll('#pricing [data-period]')) {
      for (let around = price.parentElement; around; around = around.parentElement) {
        found.push(getComputedStyle(around).filter);
      }
    }
    return [...new Set(found)];
  }, null);
  expect(filters).toEqual(['none']);
});
