import type { Page } from '@playwright/test';
import { installClock } from '../testing/delays';
import { expect, test } from '../testing/fixtures';
import { option, tables } from '../testing/plan-tables';
import { tablesPath } from '../testing/routes';
import { hydrated } from '../testing/sections';
import { hangUp, json, text, type Answer } from '../testing/upstream';

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

const useless: readonly (readonly [string, Answer, boolean])[] = [
  ['500', json({ reason: 'no' }, 500), true],
  ['a connection that breaks off', hangUp, true],
  ['HTML', text('<!doctype html><h1>Sorry</h1>', 200, 'text/html'), false],
  ['JSON that breaks off', text('{"freeOption":{"subscri', 200, 'application/json'), false],
  ['nothing', text('', 200, 'application/json'), false],
  ['null', json(null), false],
  ['an empty object', json({}), false],
  ['tables that are text', json({ freeOption: 'free', tables: 'MONTH' }), false],
  ['no options at all', json({ tables: { MONTH: { options: [] }, YEAR: { options: [] } } }), false],
  [
    'negative and broken prices only',
    json({
      freeOption: option(1, 'Tray', -1),
      tables: {
        MONTH: { options: [option(2, 'Barrow', -1250), option(3, 'Pavilion', 0.5)] },
        YEAR: { options: [{ ...option(4, 'Barrow', 1), cost: { price: '12' } }, null, 7] },
      },
    }),
    false,
  ],
];

for (const [name, answer, isHttpError] of useless) {
  test(`${name}: the composed prices stay, with their date and a way to try again`, async ({
    page,
    forwarded,
    expectConsole,
  }) => {
    if (isHttpError) expectConsole(/^error: Failed to load resource/);
    forwarded.subscription.answerWith(answer);
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
}

test('an answer that hangs is given up after 5 seconds', async ({ page }) => {
  await installClock(page);
  await page.route(`**${tablesPath}`, () => undefined);
  await visit(page);
  await page.clock.runFor(5000);
  await expect(notice(page)).toContainText('Newer ones did not load.');
  await expect(names(page)).toHaveText(['Barrow', 'Pavilion']);
});

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

test('an old price is struck through where it differs, also where it was lower', async ({
  page,
  forwarded,
}) => {
  const options = [
    option(1, 'Same', 500),
    option(2, 'Cheaper', 400, 500),
    option(3, 'Dearer', 600, 500),
  ];
  forwarded.subscription.answerWith(
    json({ ...tables, tables: { MONTH: { options }, YEAR: { options } } }),
  );
  await visit(page);
  await expect(names(page)).toHaveText(['Same', 'Cheaper', 'Dearer']);
  const struck = (index: number) => plans(page).nth(index).locator('s').filter({ visible: true });
  await expect(struck(0)).toHaveCount(0);
  await expect(struck(1)).toHaveText('Old price $5.00');
  await expect(struck(2)).toHaveText('Old price $5.00');
});

test('bad items are dropped one by one and good ones shown', async ({ page, forwarded }) => {
  const options = [
    option(1, 'Good', 1000),
    option(2, 'Negative', -1000),
    { ...option(3, 'Text', 1), cost: { price: '1000' } },
    { ...option(4, 'Not whole', 1), cost: { price: 10.5 } },
    { ...option(5, '', 1) },
    { ...option(6, 'Huge', 1), cost: { price: 1e300 } },
    { ...option(7, 'No old price', 700), previousCost: { price: -1 } },
    {
      ...option(8, 'Odd features', 800),
      feature: { features: ['SSL', { code: 'SSL' }, { code: 7 }] },
    },
    'an option',
    null,
  ];
  forwarded.subscription.answerWith(
    json({ ...tables, tables: { MONTH: { options }, YEAR: { options } } }),
  );
  await visit(page);
  await expect(names(page)).toHaveText(['Good', 'No old price', 'Odd features']);
  await expect(plans(page).nth(2).getByRole('listitem')).toHaveText(['SSL included']);
  await expectNoNonsense(page);
});

for (const [missing, words, shown] of [
  ['YEAR', 'No annual prices right now.', '$12.50'],
  ['MONTH', 'No monthly prices right now.', '$120.00'],
] as const) {
  test(`without ${missing} the switch is off and says why`, async ({ page, forwarded }) => {
    const left = { ...tables.tables, [missing]: undefined };
    forwarded.subscription.answerWith(json({ ...tables, tables: left }));
    await visit(page);
    const toggle = page.getByRole('switch', { name: 'Annual billing' });
    await expect(toggle).toBeDisabled();
    await expect(toggle).toHaveAccessibleDescription(new RegExp(words));
    await expect(plans(page).first().getByText(shown)).toBeVisible();
    await expectNoNonsense(page);
  });
}

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
