import { act, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { mountRoot } from './mount-root';
import { recordInteractions } from './recorded-interactions';

Object.defineProperty(window, 'recordedInteractions', { value: recordInteractions() });

/** A button that counts its presses. */
function Counter({
  onCommit = () => undefined,
  type = 'button',
}: {
  readonly onCommit?: () => void;
  readonly type?: 'button' | null;
}) {
  const [presses, setPresses] = useState(0);
  useLayoutEffect(() => onCommit(), [onCommit]);
  return (
    <button type={type ?? undefined} onClick={() => setPresses((count) => count + 1)}>
      {presses}
    </button>
  );
}

/** A page with one island that compose has rendered, and its button. */
function composedPage(type = ' type="button"') {
  document.body.innerHTML = `<div data-island="count"><div><button${type}>0</button></div></div>`;
  const container = document.querySelector<HTMLElement>('[data-island] div');
  const button = document.querySelector('button');
  if (!container || !button) throw new Error('The page has no button.');
  return { container, button };
}

// A button without a type submits its form, and there is none here.
it.each([' type="button"', ''])(
  'replays a press before hydration once the part is hydrated: a button%s',
  async (type) => {
    const { container, button } = composedPage(type);
    button.click();
    const root = mountRoot(container, console.error);
    await act(async () => root.show(<Counter type={type === '' ? null : 'button'} />));
    expect(button).toHaveTextContent('1');
  },
);

it('replays a press between the commit of the part and its effects once', async () => {
  const { container, button } = composedPage();
  const root = mountRoot(container, console.error);
  const press = jest.fn().mockImplementationOnce(() => {
    // On a slow phone React leaves the effects to another task, and the press comes first.
    for (const start = performance.now(); performance.now() - start < 20;);
    queueMicrotask(() => button.click());
  });
  const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  jest.replaceProperty(world, 'IS_REACT_ACT_ENVIRONMENT', false);
  root.show(<Counter onCommit={press} />);
  await waitFor(() => expect(button).not.toHaveTextContent('0'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(button).toHaveTextContent('1');
});
