import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures';
import { option, tables } from '../testing/plan-tables';
import { hydrated } from '../testing/sections';
import { json } from '../testing/upstream';

// Whatever the subscription service answers, the section shows prices; compose read `tables` before.
test.use({
  baseURL: async ({ forwarded }, use) => use(forwarded.site.url),
  contextOptions: { reducedMotion: 'reduce' },
});

const pricing = (page: Page) => page.locator('#pricing');
const plans = (page: Page) => pricing(page).getByRole('list', { name: 'Plans' }).locator('> li');
const names = (page: Page) => plans(page).filter({ visible: true }).getByRole('heading');
const notice = (page: Page) => pricing(page).getByRole('status').filter({ hasText: /\w/ });

async function visit(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Nothing that is not a price stands where prices stand. */
async function expectNoNonsense(page: Page): Promise<void> {
  const words = await pricing(page).innerText();
  expect(words).not.toMatch(/NaN|undefined|null|Infinity|\[object|\$-|-\$/);
  for (const price of words.match(/\$\S+/g) ?? []) expect(price).toMatch(/^\$\d+\.\d\d$/);
}

test('fresh prices replace the composed ones', async ({ page, forwarded }) => {
  const MONTH = { options: [option(2, 'Barrow', 1100, 1250), option(9, 'Bazaar', 99_999)] };
  forwarded.subscription.answerWith(json({ ...tables, tables: { ...tables.tables, MONTH } }));
  await visit(page);
  await expect(names(page)).toHaveText(['Barrow', 'Bazaar']);
  await expect(plans(page).first()).toContainText('$11.00');
  await expect(plans(page).first().locator('s').filter({ visible: true })).toHaveText(
    'Old price $12.50',
  );
  await expect(pricing(page)).toContainText('$999.99');
});

test('useless prices leave the composed ones, with their date and a way to try again', async ({
  page,
  forwarded,
}) => {
  forwarded.subscription.answerWith(
    json({
      freeOption: option(1, 'Tray', -1),
      tables: {
        MONTH: { options: [option(2, 'Barrow', -1250), option(3, 'Pavilion', 0.5)] },
        YEAR: { options: [{ ...option(4, 'Barrow', 1), cost: { price: '12' } }, null, 7] },
      },
    }),
  );
  await visit(page);
  await expect(notice(page)).toContainText(
    /Prices as of \w{3} \d{1,2}, \d{4}\. Newer ones did not load\./,
  );
  await expect(names(page)).toHaveText(['Barrow', 'Pavilion']);
  await expect(pricing(page)).toContainText('$12.50');
  await expectNoNonsense(page);

  forwarded.subscription.reset();
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await expect(notice(page)).toContainText('Prices are up to date.');
  await expect(names(page)).toHaveText(['Barrow', 'Pavilion']);
  await expect(notice(page).getByRole('button', { name: 'Try again' })).toBeFocused();
});

test('three hundred options stay usable, a few at a time', async ({ page, forwarded }) => {
  const options = Array.from({ length: 300 }, (_, index) => option(index, `Plan ${index}`, index));
  forwarded.subscription.answerWith(
    json({ ...tables, tables: { MONTH: { options }, YEAR: { options } } }),
  );
  await visit(page);
  await expect(names(page).first()).toHaveText('Plan 0');
  const before = await names(page).count();
  expect(before).toBeLessThan(30);
  await pricing(page)
    .getByRole('button', { name: 'Show more plans' })
    .filter({ visible: true })
    .click();
  await expect.poll(() => names(page).count()).toBeGreaterThan(before);
  await expect(names(page).nth(before)).toBeFocused();
  await expectNoNonsense(page);
});

test('after a client navigation a failing call shows no price and a way to try again', async ({
  page,
  forwarded,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*500/);
  forwarded.subscription.answerWith(json({}, 500));
  await visit(page, '/terms');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(notice(page)).toContainText('Prices did not load.');
  await expectNoNonsense(page);
  forwarded.subscription.reset();
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await expect(names(page)).toHaveText(['Barrow', 'Pavilion']);
});
