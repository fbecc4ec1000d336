import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { HydrationMark } from './HydrationMark';
import { forgetState, trackState, transferState } from './state-transfer';

beforeEach(() => {
  forgetState();
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

it('transfers what was typed and switched to the controls that take the place of the old ones', () => {
  const { island, renderAnew } = pageWithIsland();
  const before = renderAnew();
  trackState(document.body);
  before.subject.value = 'A large order';
  before.news.checked = true;
  const after = renderAnew();
  transferState(island);
  expect(after.subject.value).toBe('A large order');
  expect(after.news.checked).toBe(true);
});

it('transfers it before another letter can be typed, and the focus with it', async () => {
  const seen: unknown[] = [];
  function Page({ round }: { readonly round: number }) {
    useLayoutEffect(() => {
      const field = screen.getByRole('textbox');
      seen.push([document.activeElement === field, Reflect.get(field, 'value')]);
    });
    return (
      <div data-island="form">
        <input key={round} name="subject" />
        <HydrationMark key={-round} />
      </div>
    );
  }
  const { rerender } = render(<Page round={1} />);
  trackState(document.body);
  await userEvent.type(screen.getByRole('textbox'), 'A large order');
  rerender(<Page round={2} />);
  expect(seen).toEqual([
    [false, ''],
    [true, 'A large order'],
  ]);
});

it('transfers what was changed last to controls that were changed before', async () => {
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
