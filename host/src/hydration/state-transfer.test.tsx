import userEvent from '@testing-library/user-event';
import { trackState, transferState } from './state-transfer';

/** A page with one island, whose controls can be replaced as React does that renders it anew. */
function pageWithIsland() {
  document.body.innerHTML = '<div data-island="form"></div>';
  const island = document.querySelector<HTMLElement>('[data-island]');
  if (!island) throw new Error('The page has no island.');
  const render = () => {
    island.innerHTML = '<input name="subject"><input name="news" type="checkbox">';
    const [subject, news] = island.querySelectorAll('input');
    if (!subject || !news) throw new Error('The island has no controls.');
    return { subject, news };
  };
  return { island, render };
}

it('transfers what was typed and switched to the controls that take the place of the old ones', () => {
  const { island, render } = pageWithIsland();
  const before = render();
  trackState(document.body);
  before.subject.value = 'A large order';
  before.news.checked = true;
  const after = render();
  transferState(island);
  expect(after.subject.value).toBe('A large order');
  expect(after.news.checked).toBe(true);
});

it('leaves what was typed and switched in the new controls before the transfer', async () => {
  const { island, render } = pageWithIsland();
  const before = render();
  trackState(document.body);
  before.subject.value = 'Typed before';
  const after = render();
  await userEvent.type(after.subject, 'Typed at once');
  await userEvent.click(after.news);
  transferState(island);
  expect(after.subject.value).toBe('Typed at once');
  expect(after.news.checked).toBe(true);
});

it('transfers what was changed last to controls that were changed before', async () => {
  const { island, render } = pageWithIsland();
  trackState(document.body);
  const first = render();
  await userEvent.type(first.subject, 'Love');
  transferState(island);
  const copy = render();
  await userEvent.type(copy.subject, 'Byron');
  transferState(island);
  island.replaceChildren(first.subject, first.news);
  transferState(island);
  expect(first.subject.value).toBe('Byron');
});
