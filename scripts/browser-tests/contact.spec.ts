import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures';
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

test('subscribing logs what was typed, clears the field and makes no request', async ({
  page,
  calls,
  site,
}) => {
  const values = logged(page);
  await page.goto('/');
  await hydrated(page);
  const email = subscribe(page).getByRole('textbox', { name: 'Email' });
  await email.fill('anything at all');
  await email.press('Enter');
  await expect(subscribe(page).getByRole('status')).toHaveText('Thank you.');
  await expect(email).toHaveValue('');
  expect(await Promise.all(values)).toEqual(['anything at all']);
  expect(page.url()).toBe(`${site.url}/`);
  expect(calls.list(site.url)).toEqual(['GET /', `GET ${tablesPath}`]);
});
