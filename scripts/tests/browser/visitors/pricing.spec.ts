import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { hydrated } from '@composed/testing/browser/hydration';
import { annualSwitch } from '../../helpers/sections';

const card = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Plans' })
    .locator('> li')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** The embedded plans by period, in dollars; the annual ones were twelve months before. */
const plans = [
  ['Starter', '$9.00', '$90.00', '$108.00'],
  ['Pro', '$29.00', '$290.00', '$348.00'],
  ['Business', '$79.00', '$790.00', '$948.00'],
] as const;

async function expectMonthly(page: Page): Promise<void> {
  await expect(annualSwitch(page)).not.toBeChecked();
  for (const [name, month, year] of plans) {
    await expect(card(page, name).getByText(month, { exact: true })).toBeVisible();
    await expect(card(page, name).getByText(year, { exact: true })).toBeHidden();
    await expect(card(page, name).locator('s').filter({ visible: true })).toHaveCount(0);
  }
}

async function expectAnnual(page: Page): Promise<void> {
  await expect(annualSwitch(page)).toBeChecked();
  for (const [name, month, year, old] of plans) {
    await expect(card(page, name).getByText(year, { exact: true })).toBeVisible();
    await expect(card(page, name).getByText(month, { exact: true })).toBeHidden();
    const struck = card(page, name).locator('s').filter({ visible: true });
    await expect(struck).toHaveText([`Old price ${old}`]);
    await expect(struck).toHaveCSS('text-decoration-line', 'line-through');
  }
}

test('a copied plan contains only its visible text', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await annualSwitch(page).click();
  await card(page, 'Pro').evaluate((tag) => getSelection()?.selectAllChildren(tag));
  await page.keyboard.press('ControlOrMeta+c');
  const message = page.locator('#contact').getByLabel('Message');
  await message.focus();
  await page.keyboard.press('ControlOrMeta+v');
  const pasted = await message.inputValue();
  expect(pasted).toContain('$290.00');
  expect(pasted).toContain('Sign Up');
  expect(pasted).not.toMatch(/Old price|Current price|for Pro/);
});

test('where the browser knows no :has(), the monthly prices stand alone', async ({ page }) => {
  await page.goto('/');
  // The browser leaves out rules that it cannot read.
  await page.evaluate(() => {
    const texts = [...document.querySelectorAll('style')].map((style) => {
      style.disabled = true;
      return style.textContent.replaceAll(':has(', ':never(');
    });
    const styles = texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    document.adoptedStyleSheets = styles;
  });
  for (const [name, month, year] of plans) {
    await expect(card(page, name).getByText(month, { exact: true })).toBeVisible();
    await expect(card(page, name).getByText(year, { exact: true })).toBeHidden();
  }
  await expect(annualSwitch(page)).toBeHidden();
});

test('monthly prices come first; the switch turns to annual and back and moves nothing', async ({
  page,
}) => {
  const tables = page.waitForResponse((response) => response.url().endsWith(tablesPath));
  await page.goto('/');
  await tables;
  await hydrated(page);
  await expectMonthly(page);
  const boxes = () => Promise.all(plans.map(([name]) => card(page, name).boundingBox()));
  await annualSwitch(page).focus();
  const before = await boxes();
  await page.keyboard.press('Space');
  await expectAnnual(page);
  await expect(annualSwitch(page)).toBeFocused();
  expect(await boxes()).toEqual(before);
  await annualSwitch(page).click();
  await expectMonthly(page);
});

/** A press with the mouse on a word of the sign, whatever lies over it. */
async function pressWord(page: Page, word: 'Month' | 'Annual'): Promise<void> {
  const text = page.locator('#pricing').getByText(word, { exact: true });
  await text.scrollIntoViewIfNeeded();
  const box = await text.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10);
}

async function pressEachWordTwice(page: Page): Promise<void> {
  for (const word of ['Month', 'Annual', 'Annual', 'Month', 'Month'] as const) {
    await pressWord(page, word);
    if (word === 'Annual') await expectAnnual(page);
    else await expectMonthly(page);
  }
}

test('a press on a word of the sign chooses that word, and the sign says both', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  await pressEachWordTwice(page);
  await expect(annualSwitch(page)).toHaveAccessibleDescription(
    'Off: Month. On: Annual. 2 months free',
  );
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a press on a word of the sign chooses that word', async ({ page }) => {
    await page.goto('/');
    await pressEachWordTwice(page);
  });
});
