import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, type ReactElement } from 'react';
import { toasts } from '@shopwright/shared/toasts';
import { PlainViewport } from './LazyViewport';
import { Viewport } from './Viewport';

const success = {
  kind: 'success',
  title: 'Successfully Register!',
  message: 'You will be redirected to login page',
} as const;
const failure = {
  kind: 'error',
  title: 'Failed to Register!',
  message: 'Please fill all required fields',
} as const;

const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });

beforeEach(() => jest.useFakeTimers());

afterEach(() => {
  act(() => {
    for (const { id } of toasts.getState()) toasts.handle(id, 'dismissed');
    jest.runAllTimers();
  });
  expect(toasts.getState()).toEqual([]);
  jest.useRealTimers();
});

function wait(ms: number): void {
  act(() => jest.advanceTimersByTime(ms));
}

/** Shows toasts, the last one on top, and waits until their texts are in the page. */
function show(...contents: (typeof success | typeof failure)[]): void {
  act(() => contents.forEach((content) => toasts.show(content)));
  wait(60);
}

function page(viewport: ReactElement): void {
  render(
    <>
      <main tabIndex={-1}>
        <button>Sign Up</button>
      </main>
      {viewport}
    </>,
  );
}

const titles = () => screen.queryAllByText(/Register!/).map((element) => element.textContent);

/** Texts that a screen reader hears, in order: text that enters a live region, once for each region around it. */
function listenToAnnouncements(): string[] {
  const heard: string[] = [];
  const isLive = (element: Element) => {
    const explicit = element.getAttribute('aria-live');
    if (explicit !== null) return explicit !== 'off';
    return ['alert', 'status'].includes(element.getAttribute('role') ?? '');
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element) || !(target instanceof Element)) continue;
        const words = node.textContent;
        const alerts = [node, ...node.querySelectorAll('*')].filter(
          (element) => element.getAttribute('role') === 'alert' && element.textContent !== '',
        );
        heard.push(...alerts.map((element) => element.textContent));
        for (let around: Element | null = target; around && words; around = around.parentElement) {
          if (isLive(around)) heard.push(words);
        }
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
  return heard;
}

describe.each([
  ['with the library', <Viewport />],
  ['with the library under StrictMode', <StrictMode children={<Viewport />} />],
  ['plainly', <PlainViewport />],
])('drawn %s', (_name, viewport) => {
  beforeEach(() => page(viewport));

  it.each([
    ['status', success],
    ['alert', failure],
  ])('a %s is announced once', async (role, content) => {
    const heard = listenToAnnouncements();
    act(() => void toasts.show(content));
    wait(60);
    await act(async () => Promise.resolve());
    expect(heard).toEqual([content.title + content.message]);
    expect(screen.getByRole(role)).toHaveTextContent(content.message);
    wait(4000);
    await act(async () => Promise.resolve());
    expect(heard).toHaveLength(1);
  });

  it('moving the pointer to the next toast releases the first one', async () => {
    show(failure, success);
    await user.hover(screen.getByText(success.title));
    await user.hover(screen.getByText(failure.title));
    wait(20_000);
    expect(titles()).toEqual([failure.title]);
  });

  it('keyboard focus holds a toast, which disappears 1300 ms after the focus has left', async () => {
    show(success);
    await user.tab();
    await user.tab();
    expect(screen.getByRole('status')).toHaveFocus();
    wait(20_000);
    expect(titles()).toHaveLength(1);
    await user.tab({ shift: true });
    expect(screen.getByRole('button', { name: 'Sign Up' })).toHaveFocus();
    wait(1300);
    expect(titles()).toEqual([]);
  });

  it('a tap dismisses the toast', async () => {
    show(success);
    await user.click(screen.getByText(success.title));
    wait(299);
    expect(titles()).toHaveLength(1);
    wait(1);
    expect(titles()).toEqual([]);
  });

  it('after a tap focus returns, and the next toast is not held', async () => {
    show(failure, success);
    const button = screen.getByRole('button', { name: 'Sign Up' });
    act(() => button.focus());
    await user.click(screen.getByText(success.title));
    expect(button).toHaveFocus();
    await user.hover(button);
    wait(5300);
    expect(titles()).toEqual([]);
  });

  it.each(['{Escape}', '{Enter}'])(
    '%s dismisses the toast, and focus moves to the next one, then back',
    async (key) => {
      show(failure, success);
      const button = screen.getByRole('button', { name: 'Sign Up' });
      const pressed = jest.fn();
      button.addEventListener('click', pressed);
      act(() => button.focus());
      await user.tab();
      expect(screen.getByRole('status')).toHaveFocus();
      await user.keyboard(key);
      expect(screen.getByRole('alert')).toHaveFocus();
      wait(300);
      expect(titles()).toEqual([failure.title]);
      await user.keyboard(key);
      expect(button).toHaveFocus();
      expect(pressed).not.toHaveBeenCalled();
      wait(300);
      expect(titles()).toEqual([]);
    },
  );

  it('focus that cannot return moves to the main content', async () => {
    show(success);
    act(() => screen.getByRole('status').focus());
    await user.keyboard('{Escape}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('Escape outside the toasts dismisses none', async () => {
    show(success);
    act(() => screen.getByRole('button', { name: 'Sign Up' }).focus());
    await user.keyboard('{Escape}');
    wait(4000);
    expect(titles()).toHaveLength(1);
  });
});
