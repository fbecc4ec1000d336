import { expect, test } from '../testing/fixtures';
import { tablesPath } from '../testing/routes';
import { hydrated } from '../testing/sections';

test.beforeEach(async ({ page }) => {
  const tables = page.waitForResponse((response) => response.url().endsWith(tablesPath));
  await page.goto('/');
  await tables;
});

test('the sections stand in their order: welcome, features, pricing, subscribe, contact', async ({
  page,
}) => {
  const tops = await Promise.all(
    [
      page.getByRole('heading', { level: 1 }),
      page.locator('#features'),
      page.locator('#pricing'),
      page.getByRole('button', { name: 'Subscribe' }),
      page.locator('#contact'),
    ].map((part) => part.evaluate((element) => element.getBoundingClientRect().top)),
  );
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(new Set(tops).size).toBe(tops.length);
});

test('the features are Fully functional, Live Chat and Secure Data', async ({ page }) => {
  await expect(page.locator('#features').getByRole('heading', { level: 3 })).toHaveText([
    'Fully functional',
    'Live Chat',
    'Secure Data',
  ]);
});

test('the pricing section is the remote’s, the forms are the host’s', async ({ page }) => {
  const ownerOf = (element: Element) =>
    element.closest('[data-boundary]')?.getAttribute('data-boundary');
  expect(await page.getByRole('switch').evaluate(ownerOf)).toBe('pricing');
  for (const name of ['Subscribe', 'Send']) {
    expect(await page.getByRole('button', { name }).evaluate(ownerOf)).toBe('host');
  }
});

test('try it for FREE holds one free card and the list one card for each plan', async ({
  page,
}) => {
  const pricing = page.locator('#pricing');
  const block = pricing.getByRole('heading', { name: 'try it for FREE' }).locator('..');
  await expect(block.getByRole('heading', { level: 4 })).toHaveText(['Free']);
  await expect(block).toContainText('$0.00');
  const cards = pricing.getByRole('list', { name: 'Plans' }).locator('> li');
  await expect(cards.getByRole('heading')).toHaveText(['Starter', 'Pro', 'Business']);
  await expect(cards).toHaveCount(3);
});

test('every card has its icon, its features and a Sign Up that leads to /signup', async ({
  page,
}) => {
  const pricing = page.locator('#pricing');
  const ways = pricing.getByRole('link', { name: /^Sign Up/ });
  await expect(ways).toHaveCount(4);
  expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    ['/signup', '/signup', '/signup', '/signup'],
  );
  for (const name of ['free', 'starter', 'pro', 'business']) {
    const icon = pricing.locator(`img[src*="img/pricing/${name}."]`);
    await icon.scrollIntoViewIfNeeded();
    await expect
      .poll(() => icon.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0);
  }
  const pro = pricing
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Pro' }) });
  await expect(pro.getByRole('list').getByRole('listitem')).toHaveText([
    'Up to 1000 products',
    'Up to 5 staff accounts',
    'Your own domain',
    'SSL included',
    'Secure checkout',
    'Live chat',
    'Sales reports',
  ]);
});

test('Not sure what to choose? Contact Us leads to the contact section', async ({ page }) => {
  const words = page.locator('#pricing').getByText('Not sure what to choose? Contact Us');
  await words.getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact').getByLabel('Name')).toBeInViewport();
});

test('every field and button has its name', async ({ page }) => {
  const contact = page.locator('#contact');
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(contact.getByRole('textbox', { name: label, exact: true })).toBeVisible();
  }
  const subscribe = page.getByRole('region', { name: 'News from the market.' });
  await expect(subscribe.getByRole('textbox')).toHaveAccessibleName('Email');
  await expect(subscribe.getByRole('textbox')).toHaveCount(1);
});

test('a picture is fetched when the visitor comes near it, not when the page is hydrated', async ({
  page,
}) => {
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/badges/')),
    );
  await page.setViewportSize({ width: 412, height: 823 });
  await page.reload();
  await hydrated(page);
  expect(await fetched()).toEqual([]);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(fetched).toHaveLength(2);
});
