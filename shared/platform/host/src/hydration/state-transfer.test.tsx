import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { mountRoot } from './mount-root';
import { keepState, recallState, trackState, transferState } from './state-transfer';

beforeEach(() => {
  recallState('of no page');
  document.body.replaceChildren();
});

/** A page with one island, whose controls can be replaced as React does that renders it anew. */
function pageWithIsland() {
  document.body.innerHTML = '<div data-island="form"></div>';
  const island = document.querySelector<HTMLElement>('[data-island]');
  if (!island) throw new Error('The page has no island.');
  const renderAnew = () => {
    island.innerHTML = '<input name="subject"><input name="news" type="checkbox">';
    const [subject, news] = island.querySelectorAll('input');
    if (!subject || !news) throw new Error('The island has no controls.');
    return { subject, news };
  };
  return { island, renderAnew };
}

it('transfers text and focus before another letter can be typed', async () => {
  const { island } = pageWithIsland();
  const seen: unknown[] = [];
  function Page({ round }: { readonly round: number }) {
    useLayoutEffect(() => {
      const field = screen.getByRole('textbox');
      seen.push([document.activeElement === field, Reflect.get(field, 'value')]);
    }, [round]);
    return <input name="subject" />;
  }
  const root = mountRoot(island.appendChild(document.createElement('div')), jest.fn());
  const events: unknown[] = [];
  act(() => root.show(<Page round={1} />));
  trackState(document.body);
  await userEvent.type(screen.getByRole('textbox'), 'A large order');
  document.addEventListener('input', () => events.push(document.activeElement?.tagName));
  act(() => root.show(<Page round={2} />));
  expect(screen.getByRole('textbox')).toHaveValue('A large order');
  expect(screen.getByRole('textbox')).toHaveFocus();
  // Within the commit: after the content's own layout effects, and before anything else can happen.
  expect(events).toEqual(['INPUT']);
  act(() => root.unmount());
});

it('transfers the latest change to controls that were changed before', async () => {
  const { island, renderAnew } = pageWithIsland();
  trackState(document.body);
  const first = renderAnew();
  await userEvent.type(first.subject, 'Love');
  transferState(island);
  const copy = renderAnew();
  transferState(island);
  await userEvent.type(copy.subject, 'lace');
  island.replaceChildren(first.subject, first.news);
  transferState(island);
  expect(first.subject.value).toBe('Lovelace');
});

/** A page with a form that stands in an island, as a visitor leaves and finds it. */
function pageWithForm() {
  document.body.innerHTML = `<div data-island="form"><form>
    <input name="email"><textarea name="message"></textarea><input type="checkbox" name="annual">
    <input name="password" type="password"><input name="repeat" autocomplete="new-password">
    <input name="code" autocomplete="off">
  </form></div>`;
  const island = document.querySelector<HTMLElement>('[data-island]');
  if (!island) throw new Error('The page has no island.');
  return { island, fields: [...island.querySelectorAll<HTMLInputElement>('input, textarea')] };
}

it('keeps changes for the 50 history entries that were left last, and for no others', () => {
  const entries = Array.from({ length: 60 }, (_, at) => `entry ${at}`);
  for (const entry of entries) {
    recallState(entry);
    const { island, fields } = pageWithForm();
    transferState(island);
    for (const field of fields) if (field.name === 'email') field.value = `my ${entry}`;
    keepState(entry);
  }
  const emailOf = (entry: string) => {
    recallState(entry);
    const { island, fields } = pageWithForm();
    transferState(island);
    return fields[0]?.value;
  };
  expect(entries.filter((entry) => emailOf(entry) !== '')).toEqual(entries.slice(10));
});

it('keeps the text of the second of two fields with the same name for the second', () => {
  const twoFields = () => {
    document.body.innerHTML =
      '<div data-island="form"><input name="line"><input name="line"></div>';
    const island = document.querySelector<HTMLElement>('[data-island]');
    if (!island) throw new Error('The page has no island.');
    transferState(island);
    return [...island.querySelectorAll('input')];
  };
  const [, second] = twoFields();
  if (second) second.value = 'Floor 2';
  keepState('address');
  recallState('address');
  expect(twoFields().map(({ value }) => value)).toEqual(['', 'Floor 2']);
});

it('keeps the state of a page that is left before its form has appeared', () => {
  const { island, fields } = pageWithForm();
  transferState(island);
  if (fields[0]) fields[0].value = 'my email';
  keepState('first');
  recallState('first');
  document.body.innerHTML = '<div data-island="form">A skeleton</div>';
  keepState('first');
  recallState('first');
  const { island: again, fields: found } = pageWithForm();
  transferState(again);
  expect(found[0]?.value).toBe('my email');
});

it('restores typed text for a returning visitor, except passwords and fields without autocomplete', () => {
  const leftPage = pageWithForm();
  transferState(leftPage.island);
  for (const field of leftPage.fields) {
    if (field.type === 'checkbox') field.checked = true;
    else field.value = `my ${field.name}`;
  }
  keepState('first');
  recallState('second');
  const elsewhere = pageWithForm();
  transferState(elsewhere.island);
  expect(elsewhere.fields.map(({ value }) => value)).toEqual(['', '', 'on', '', '', '']);
  recallState('first');
  const { island, fields } = pageWithForm();
  transferState(island);
  const values = fields.map(({ value, checked }) => (checked ? 'checked' : value));
  expect(values).toEqual(['my email', 'my message', 'checked', '', '', '']);
});
