import { act, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { siteLinks } from '@shopwright/shared/contracts/site-links';
import { toasts } from '@shopwright/shared/toasts';
import SignupPage from './SignupPage';
import { button, complete, field, pieces, sentBody } from './testing/sign-up-page';
import { fieldNames } from './signUpRules';

const page = <SignupPage links={siteLinks()} />;
const call = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
const mismatch = jest.fn();
let root: Root;

beforeEach(() => {
  // As the response that brings the page has set it.
  document.cookie = 'XSRF-TOKEN=t0ken';
  jest.clearAllMocks();
  jest.spyOn(toasts, 'show').mockReturnValue('toast-1');
  call.mockResolvedValue(new Response(null, { status: 500 }));
  globalThis.fetch = call;
  document.body.innerHTML = `<div id="root">${renderToString(page)}</div>`;
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.innerHTML = '';
});

async function hydrate() {
  const container = document.getElementById('root');
  if (!container) throw new Error('no root');
  await act(async () => {
    root = hydrateRoot(container, page, { onRecoverableError: mismatch });
  });
}

test('hydration keeps the prerendered nodes and finds no mismatch', async () => {
  const before = fieldNames.map(field);
  await hydrate();
  expect(mismatch).not.toHaveBeenCalled();
  expect(fieldNames.map(field)).toEqual(before);
  fieldNames.forEach((name, index) => expect(field(name)).toBe(before[index]));
});

test('what was typed before hydration is kept, counted and sent', async () => {
  for (const name of fieldNames) field(name).value = complete[name];
  await hydrate();
  for (const name of fieldNames) expect(field(name)).toHaveValue(complete[name]);
  expect(pieces()).toHaveLength(5);
  await act(async () => document.querySelector('form')?.requestSubmit());
  expect(sentBody(call.mock.calls[0]?.[1])).toEqual({ user: complete });
});

test('a submit that is replayed after hydration is checked like any other', async () => {
  field('firstName').value = 'Ada';
  await hydrate();
  await act(async () => document.querySelector('form')?.requestSubmit());
  expect(call).not.toHaveBeenCalled();
  expect(field('lastName')).toHaveFocus();
  expect(field('firstName')).not.toHaveAttribute('aria-invalid');
});

test('values that an extension sets without events are sent', async () => {
  await hydrate();
  for (const name of fieldNames) field(name).value = complete[name];
  await act(async () => button().click());
  expect(sentBody(call.mock.calls[0]?.[1])).toEqual({ user: complete });
});

test('before hydration the form goes nowhere: not to an address, not to a server', async () => {
  const form = document.querySelector('form');
  expect(form).toHaveAttribute('method', 'dialog');
  expect(form).not.toHaveAttribute('action');
  await hydrate();
  expect(form).toHaveAttribute('method', 'dialog');
});

test('without scripts the page says what it needs and shows no dead toggle', async () => {
  expect(document.querySelector('noscript')).toHaveTextContent(
    'Creating an account needs scripts, and this browser has them switched off. Sign In works without.',
  );
  expect(screen.queryByRole('button', { name: /Show/ })).toBeNull();
  await hydrate();
  expect(screen.getAllByRole('button', { name: /Show/ })).toHaveLength(2);
});
