import { expect, test } from '../testing/fixtures';
import { tablesPath } from '../testing/routes';
import { hydrated } from '../testing/sections';

test('the sections stand in their order, each with all that it offers', async ({ page }) => {
  const tables = page.waitForResponse((response) => response.url().endsWith(tablesPath));
  await page.goto('/');
  await tables;
  const pricing = page.locator('#pricing');
  const contact = page.locator('#contact');
  const tops = await Promise.all(
    [
      page.getByRole('heading', { level: 1 }),
      page.locator('#features'),
      pricing,
      page.getByRole('button', { name: 'Subscribe' }),
      contact,
    ].map((part) => part.evaluate((element) => element.getBoundingClientRect().top)),
  );
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(new Set(tops).size).toBe(tops.length);
  await expect(page.locator('#features').getByRole('heading', { level: 3 })).toHaveText([
    'Fully functional',
    'Live Chat',
    'Secure Data',
  ]);

  // The pricing section is the remote's, the forms are the host's.
  const ownerOf = (element: Element) =>
    element.closest('[data-boundary]')?.getAttribute('data-boundary');
  expect(await page.getByRole('switch').evaluate(ownerOf)).toBe('pricing');
  for (const name of ['Subscribe', 'Send']) {
    expect(await page.getByRole('button', { name }).evaluate(ownerOf)).toBe('host');
  }

  const block = pricing.getByRole('heading', { name: 'try it for FREE' }).locator('..');
  await expect(block.getByRole('heading', { level: 4 })).toHaveText(['Free']);
  await expect(block).toContainText('$0.00');
  const cards = pricing.getByRole('list', { name: 'Plans' }).locator('> li');
  await expect(cards.getByRole('heading')).toHaveText(['Starter', 'Pro', 'Business']);
  await expect(cards).toHaveCount(3);
  const ways = pricing.getByRole('link', { name: /^Sign Up/ });
  await expect(ways).toHaveCount(4);
  for (const way of await ways.all()) await expect(way).toHaveAttribute('href', '/signup');
  for (const name of ['free', 'starter', 'pro', 'business']) {
    const icon = pricing.locator(`img[src*="img/pricing/${name}."]`);
    await icon.scrollIntoViewIfNeeded();
    await expect
      .poll(() => icon.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0);
  }
  const pro = cards.filter({ has: page.getByRole('heading', { name: 'Pro' }) });
  await expect(pro.getByRole('list').getByRole('listitem')).toHaveText([
    'Up to 1000 products',
    'Up to 5 staff accounts',
    'Your own domain',
    'SSL included',
    'Secure checkout',
    'Live chat',
    'Sales reports',
  ]);

  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(contact.getByRole('textbox', { name: label, exact: true })).toBeVisible();
  }
  const subscribe = page.getByRole('region', { name: 'News from the market.' });
  await expect(subscribe.getByRole('textbox')).toHaveAccessibleName('Email');
  await expect(subscribe.getByRole('textbox')).toHaveCount(1);
  const words = pricing.getByText('Not sure what to choose? Contact Us');
  await words.getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(contact.getByLabel('Name')).toBeInViewport();
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
  await page.goto('/');
  await hydrated(page);
  expect(await fetched()).toEqual([]);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(fetched).toHaveLength(2);
});
