import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { mockResponses } from './testing/responses';
import { card, prices, pricesFrom, plans, priceOf, section, theSwitch } from './testing/section';
import { anOption, aResponse, featuresOf } from './testing/tables-response';

test('monthly comes first; the switch turns to annual and back and keeps the focus', async () => {
  mockResponses();
  const user = userEvent.setup();
  render(section(prices));
  expect(theSwitch()).not.toBeChecked();
  await user.click(theSwitch());
  expect(theSwitch()).toBeChecked();
  expect(theSwitch()).toHaveFocus();
  await user.keyboard(' ');
  expect(theSwitch()).not.toBeChecked();
});

test('the tables call is made once, when the section loads', async () => {
  const fetch = mockResponses();
  render(section(prices));
  await act(async () => undefined);
  expect(fetch.mock.calls.map(([address]) => address as string)).toEqual([tablesPath]);
});

test('the free block holds the one free card', () => {
  mockResponses();
  render(section(prices));
  const block = screen.getByRole('heading', { name: 'try it for FREE' }).parentElement;
  const free = within(block ?? document.body);
  expect(free.getByRole('heading', { name: 'Free' })).toBeVisible();
  expect(free.getByText('$0.00')).toBeVisible();
  expect(free.getByText('Up to 10 products')).toBeVisible();
  expect(free.getAllByRole('link')).toHaveLength(1);
});

test('every card has a Sign Up link that says for which plan, and below is one to the contact section', () => {
  mockResponses();
  render(section(prices));
  const links = screen.getAllByRole('link', { name: /^Sign Up\b/ });
  expect(links.map((link) => link.textContent)).toEqual([
    'Sign Up for Free',
    'Sign Up for Starter',
    'Sign Up for Pro',
  ]);
  for (const link of links) expect(link).toHaveAttribute('href', '/signup');
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/#contact');
});

test('the old price is struck through only where it differs', () => {
  mockResponses();
  render(section(prices));
  expect(priceOf('Starter', 'MONTH')?.textContent).toBe('$9.00 a month');
  expect(priceOf('Pro', 'MONTH')?.textContent).toBe(
    'Current price $24.00 a monthOld price $29.00 Save $5.00',
  );
  expect(priceOf('Pro', 'MONTH')?.querySelector('s')?.textContent).toBe('Old price $29.00');
  expect(priceOf('Starter', 'YEAR')?.querySelector('s')?.textContent).toBe('Old price $108.00');
  expect(priceOf('Pro', 'YEAR')?.querySelector('s')).toBeNull();
});

test('an old price that was lower is struck through too, and no saving is claimed', () => {
  mockResponses();
  render(section(pricesFrom(aResponse({ month: [anOption('Pro', 2400, 2000)] }))));
  expect(priceOf('Pro', 'MONTH')?.querySelector('s')?.textContent).toBe('Old price $20.00');
  expect(priceOf('Pro', 'MONTH')?.textContent).not.toContain('Save');
});

test('a plan nobody drew an icon for has the generic one, of the same size', () => {
  mockResponses();
  render(section(pricesFrom(aResponse({ month: [anOption('Pro', 1), anOption('Galaxy', 2)] }))));
  const [known, unknown] = [card('Pro'), card('Galaxy')].map((item) => item.querySelector('img'));
  expect(known).toHaveAttribute('src', 'pro.svg');
  expect(unknown).toHaveAttribute('src', 'generic.svg');
  expect(unknown?.width).toBe(known?.width);
  expect(unknown?.height).toBe(known?.height);
  expect(unknown).toHaveAttribute('alt', '');
});

test('features that differ between the periods are listed for each', () => {
  mockResponses();
  const month = [anOption('Pro', 1)];
  const feature = featuresOf('LIVE_CHAT', 'REPORTS');
  const year = [{ ...anOption('Pro', 2), feature }];
  render(section(pricesFrom(aResponse({ month, year }))));
  expect(within(card('Pro')).getAllByText('Live chat')).toHaveLength(2);
  expect(screen.getByText('Sales reports').closest('ul')).toHaveAttribute('data-only', 'YEAR');
});

test.each([
  ['annual', aResponse({ year: null }), false],
  ['monthly', aResponse({ month: null }), true],
])('a missing %s period disables the switch, which says why', (name, response, isAnnual) => {
  mockResponses();
  render(section(pricesFrom(response)));
  expect(theSwitch()).toBeDisabled();
  expect(theSwitch()).toHaveProperty('checked', isAnnual);
  expect(theSwitch()).toHaveAccessibleDescription(`No ${name} prices right now.`);
});

test('of ten thousand options a first batch is shown; "Show more plans" adds one and moves on to it', async () => {
  mockResponses();
  const month = Array.from({ length: 10_000 }, (_, index) => anOption(`Plan ${index}`, index + 1));
  const user = userEvent.setup();
  render(section(pricesFrom(aResponse({ month, year: [anOption('Yearly', 1)] }))));
  expect(plans().getAllByRole('heading')).toHaveLength(13);
  const more = screen.getByRole('button', { name: 'Show more plans' });
  expect(more.parentElement).toHaveAttribute('data-only', 'MONTH');
  await user.click(more);
  expect(plans().getAllByRole('heading')).toHaveLength(25);
  expect(screen.getByRole('heading', { name: 'Plan 12' })).toHaveFocus();
});
