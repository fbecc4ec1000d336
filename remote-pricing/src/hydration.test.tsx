import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.edge';
import type { Prices } from '@shopwright/shared/contracts/plans';
import { mockResponses, json, offline } from './testing/responses';
import { prices, pricesFrom, section } from './testing/section';
import { anOption, aResponse } from './testing/tables-response';

let root: Root | null = null;
const container = document.createElement('div');
const onRecoverableError = jest.fn();

/** The markup that the server renders, in the page. */
function aPrerenderedPage(prices: Prices | null) {
  container.innerHTML = renderToString(section(prices));
  document.body.append(container);
  return [...container.querySelectorAll('*')];
}

async function hydrate(prices: Prices | null) {
  onRecoverableError.mockReset();
  await act(async () => {
    root = hydrateRoot(container, section(prices), { onRecoverableError });
  });
}

const theSwitch = () => {
  const input = container.querySelector('input');
  if (!input) throw new Error('There is no switch.');
  return input;
};

afterEach(async () => {
  await act(async () => root?.unmount());
  container.remove();
});

test('the server makes no call', () => {
  const fetch = mockResponses();
  aPrerenderedPage(prices);
  expect(fetch).not.toHaveBeenCalled();
  expect(container).toHaveTextContent('$24.00');
  expect(container).toHaveTextContent('$240.00');
});

test.each([
  ['prices', prices],
  ['no prices', null],
])('markup with %s is hydrated as it is, node by node', async (_, prices) => {
  mockResponses();
  const nodes = aPrerenderedPage(prices);
  await hydrate(prices);
  expect([...container.querySelectorAll('*')]).toEqual(nodes);
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test.each([
  ['live', pricesFrom(aResponse({ year: [] })), false],
  ['disabled', prices, true],
])(
  'a switch that the browser has restored as %s is as the prices say',
  async (_, given, wasDisabled) => {
    mockResponses(offline);
    // React says in development that it patches no attribute.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    aPrerenderedPage(given);
    // As Firefox does after a reload.
    theSwitch().disabled = wasDisabled;
    await hydrate(given);
    expect(theSwitch().disabled).toBe(!wasDisabled);
  },
);

test('a turn of the switch before hydration stays, through hydration and fresh prices', async () => {
  mockResponses(json(aResponse({ month: [anOption('Starter', 1000), anOption('Pro', 2400)] })));
  const nodes = aPrerenderedPage(prices);
  theSwitch().click();
  theSwitch().focus();
  await hydrate(prices);
  expect(container).toHaveTextContent('$10.00');
  expect(theSwitch()).toBeChecked();
  expect(theSwitch()).toHaveFocus();
  expect(nodes).toContain(theSwitch());
});
