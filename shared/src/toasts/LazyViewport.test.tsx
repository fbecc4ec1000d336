import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { toasts } from '@shopwright/shared/toasts';
import { LazyViewport, viewportTimeout } from './LazyViewport';
import * as viewport from './Viewport';

const content = { kind: 'error', title: 'Failed to Register!', message: 'Try again' } as const;
type Loaded = typeof viewport;

beforeEach(() => jest.useFakeTimers());

afterEach(() => {
  clear();
  jest.useRealTimers();
});

async function wait(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
}

async function show(): Promise<void> {
  act(() => void toasts.show(content));
  await wait(0);
}

function clear(): void {
  act(() => {
    for (const { id } of toasts.getState()) toasts.handle(id, 'dismissed');
    jest.runAllTimers();
  });
}

const libraryIsThere = () => document.querySelector('.Toastify') !== null;

function page(load: () => Promise<Pick<Loaded, 'Viewport'>>, onFault = jest.fn()) {
  render(
    <>
      <p>The page</p>
      <LazyViewport load={load} onFault={onFault} />
    </>,
  );
  return onFault;
}

it('nothing is loaded or rendered before the first toast, also on the server', async () => {
  const load = jest.fn(async () => viewport);
  page(load);
  await wait(60_000);
  expect(load).not.toHaveBeenCalled();
  expect(document.body).toHaveTextContent(/^The page$/);
  expect(renderToString(<LazyViewport />)).toBe('');
});

it('the next toast tries again, and the library renders once it is loaded', async () => {
  let online = false;
  const load = jest.fn(() =>
    online ? Promise.resolve(viewport) : Promise.reject(new Error('offline')),
  );
  const onFault = page(load);
  await show();
  expect(onFault).toHaveBeenCalledWith(new Error('offline'));
  expect(screen.getByText('The page')).toBeVisible();
  online = true;
  await show();
  expect(load).toHaveBeenCalledTimes(2);
  // The earlier toasts keep their elements and positions, and are not announced again.
  expect(libraryIsThere()).toBe(false);
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  clear();
  await show();
  expect(libraryIsThere()).toBe(true);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('a toast does not wait for a library that loads too late', async () => {
  page(() => new Promise((resolve) => setTimeout(resolve, viewportTimeout + 500, viewport)));
  await show();
  await wait(viewportTimeout - 1);
  expect(screen.queryByRole('alert')).toBeNull();
  await wait(1);
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Failed to Register!Try again');
  await wait(1000);
  expect(screen.getByRole('alert')).toBe(alert);
  expect(libraryIsThere()).toBe(false);
});
