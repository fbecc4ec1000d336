import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockResponses } from './testing/mock-responses';
import { planTag, pricesFrom, plans, priceOf, section, theSwitch } from './testing/section';
import { anOption, aResponse, featuresOf } from './testing/tables-response';

test('a lower previous price is struck through too, without a claim of a saving', () => {
  mockResponses();
  render(section(pricesFrom(aResponse({ month: [anOption('Pro', 2400, 2000)] }))));
  expect(priceOf('Pro', 'MONTH')?.querySelector('s')?.textContent).toBe('Old price $20.00');
  expect(priceOf('Pro', 'MONTH')?.textContent).not.toContain('Save');
});

test('an unknown plan has the generic icon, of the same size', () => {
  mockResponses();
  render(section(pricesFrom(aResponse({ month: [anOption('Pro', 1), anOption('Galaxy', 2)] }))));
  const [known, unknown] = [planTag('Pro'), planTag('Galaxy')].map((item) =>
    item.querySelector('img'),
  );
  expect(known).toHaveAttribute('src', 'pro.svg');
  expect(unknown).toHaveAttribute('src', 'generic.svg');
  expect(unknown?.width).toBe(known?.width);
  expect(unknown?.height).toBe(known?.height);
  expect(unknown).toHaveAttribute('alt', '');
});

test.each([
  ['2 months free', [900, 2900], [9000, 29_000]],
  ['1 month free', [900, 2900], [9900, 31_900]],
  [null, [900, 2900], [9000, 30_000]],
  [null, [900, 2900], [10_800, 34_800]],
  [null, [900, 2900], [9500, 30_500]],
] as const)('the switch says "%s" if the prices say so', (words, months, years) => {
  mockResponses();
  const options = (prices: readonly number[]) =>
    prices.map((price, index) => anOption(`Plan ${index}`, price));
  render(section(pricesFrom(aResponse({ month: options(months), year: options(years) }))));
  expect(screen.queryByText(/months? free/)?.textContent ?? null).toBe(words);
  expect(theSwitch()).toHaveAccessibleDescription(
    ['Off: Month. On: Annual.', words].filter(Boolean).join(' '),
  );
});

test('features that differ between the periods are listed for each', () => {
  mockResponses();
  const month = [anOption('Pro', 1)];
  const feature = featuresOf('LIVE_CHAT', 'REPORTS');
  const year = [{ ...anOption('Pro', 2), feature }];
  render(section(pricesFrom(aResponse({ month, year }))));
  expect(within(planTag('Pro')).getAllByText('Live chat')).toHaveLength(2);
  expect(screen.getByText('Sales reports').closest('ul')).toHaveAttribute('data-only', 'YEAR');
});

test.each([
  ['annual', aResponse({ year: null }), false],
  ['monthly', aResponse({ month: null }), true],
])(
  'a missing %s period disables the switch, which gives the reason',
  (name, response, isAnnual) => {
    mockResponses();
    render(section(pricesFrom(response)));
    expect(theSwitch()).toBeDisabled();
    expect(theSwitch()).toHaveProperty('checked', isAnnual);
    expect(theSwitch()).toHaveAccessibleDescription(`No ${name} prices right now.`);
  },
);

test('only the first plans of ten thousand are shown; "Show more plans" adds more and focuses them', async () => {
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
