import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures';
import { delayRequests } from '../testing/delays';
import { tablesPath } from '../testing/routes';
import { hydrated } from '../testing/sections';

const contact = (page: Page) => page.getByRole('region', { name: 'Talk to us.' });
const subscribe = (page: Page) => page.getByRole('region', { name: 'News from the market.' });
const box = (page: Page, name: string) => contact(page).getByRole('textbox', { name });

/** What the page writes to the console, as values. */
function logged(page: Page): Promise<unknown>[] {
  const values: Promise<unknown>[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log') return;
    const [first] = message.args();
    if (first) values.push(first.jsonValue());
  });
  return values;
}

const message = {
  name: 'Grace',
  email: 'grace@example.com',
  subject: 'A plan',
  message: 'Which one\nis mine?',
};

async function write(page: Page): Promise<void> {
  await box(page, 'Name').fill(message.name);
  await box(page, 'Email').fill(message.email);
  await box(page, 'Subject').fill(message.subject);
  await box(page, 'Message').fill(message.message);
}

test('a valid message is logged, the form reset, and no request made', async ({
  page,
  calls,
  site,
}) => {
  const values = logged(page);
  await page.goto('/');
  await hydrated(page);
  await write(page);
  await contact(page).getByRole('button', { name: 'Send' }).click();
  await expect(contact(page).getByRole('status')).toHaveText('Thank you.');
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(box(page, name)).toHaveValue('');
  }
  expect(await Promise.all(values)).toEqual([message]);
  expect(page.url()).toBe(`${site.url}/`);
  expect(calls.list(site.url)).toEqual(['GET /', `GET ${tablesPath}`]);
});

test('each of the four fields is required, and nothing is logged without them', async ({
  page,
}) => {
  const values = logged(page);
  await page.goto('/');
  await hydrated(page);
  for (const [name, words] of [
    ['Name', 'Enter your name.'],
    ['Email', 'Enter your email.'],
    ['Subject', 'Enter a subject.'],
    ['Message', 'Enter a message.'],
  ] as const) {
    await write(page);
    await box(page, name).fill('');
    await contact(page).getByRole('button', { name: 'Send' }).click();
    await expect(box(page, name)).toBeFocused();
    await expect(box(page, name)).toHaveAccessibleDescription(words);
    await expect(box(page, name)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(box(page, 'Subject')).toHaveValue(message.subject);
  expect(values).toHaveLength(0);
});

for (const typed of ['me@example.com', 'anything at all', '']) {
  test(`subscribing with "${typed}" logs it, clears the field and makes no request`, async ({
    page,
    calls,
    site,
  }) => {
    const values = logged(page);
    await page.goto('/');
    await hydrated(page);
    const email = subscribe(page).getByRole('textbox', { name: 'Email' });
    await email.fill(typed);
    await email.press('Enter');
    await expect(subscribe(page).getByRole('status')).toHaveText('Thank you.');
    await expect(email).toHaveValue('');
    expect(await Promise.all(values)).toEqual([typed]);
    expect(page.url()).toBe(`${site.url}/`);
    expect(calls.list(site.url)).toEqual(['GET /', `GET ${tablesPath}`]);
  });
}

test('a message sent before the scripts came is logged once they are there', async ({
  page,
  site,
}) => {
  const values = logged(page);
  const release = await delayRequests(page, '**/assets/**/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await write(page);
  await contact(page).getByRole('button', { name: 'Send' }).click();
  expect(page.url()).toBe(`${site.url}/`);
  release();
  await expect(contact(page).getByRole('status')).toHaveText('Thank you.');
  expect(await Promise.all(values)).toEqual([message]);
  expect(page.url()).toBe(`${site.url}/`);
});
