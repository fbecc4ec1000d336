import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import type { OwnModule } from '@composed/contracts/module';
import { asComponent } from './own-module';

/** What stands in pages of the module now. */
let standing = 0;
let reportLater: (cause: unknown) => void;

/** A module without any framework: a button that counts. */
const counter: OwnModule = {
  render: ({ label }) => `<button>${String(label)} 0</button>`,
  mount: (element, props, { hydrate, report }) => {
    reportLater = report;
    if (!hydrate) {
      const made = document.createElement('button');
      made.textContent = `${String(props['label'])} 0`;
      element.append(made);
    }
    const button = element.querySelector('button');
    let count = 0;
    const press = () => {
      count += 1;
      if (button) button.textContent = `${String(props['label'])} ${count}`;
    };
    button?.addEventListener('click', press);
    standing += 1;
    return {
      unmount: () => {
        standing -= 1;
        button?.removeEventListener('click', press);
      },
    };
  },
};
const Counter = asComponent(counter);

beforeEach(() => void (standing = 0));

test('the nodes that were rendered stay, and answer', async () => {
  document.body.innerHTML = '<div id="root"><div><button>Pressed 0</button></div></div>';
  const button = screen.getByRole('button', { name: 'Pressed 0' });
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root.');
  const onRecoverableError = jest.fn();
  const root = await act(() =>
    hydrateRoot(container, <Counter label="Pressed" />, { onRecoverableError }),
  );
  await userEvent.click(button);
  expect(screen.getByRole('button', { name: 'Pressed 1' })).toBe(button);
  // Whoever renders again leaves what the module has made.
  act(() => {
    root.render(<Counter label="Pressed" more />);
  });
  expect(screen.getByRole('button', { name: 'Pressed 1' })).toBe(button);
  expect(onRecoverableError).not.toHaveBeenCalled();
  act(() => {
    root.unmount();
  });
  expect(standing).toBe(0);
});

test('where nothing was rendered it makes its own nodes, and takes them away', async () => {
  const { unmount, container } = render(<Counter label="Pressed" />);
  await userEvent.click(screen.getByRole('button', { name: 'Pressed 0' }));
  expect(screen.getByRole('button', { name: 'Pressed 1' })).toBeVisible();
  const place = container.firstElementChild;
  unmount();
  expect([standing, place?.childNodes.length]).toEqual([0, 0]);
});

test('what it throws while it mounts, and what it reports later, its root throws', async () => {
  const Broken = asComponent({
    ...counter,
    mount: () => {
      throw new Error('no such element');
    },
  });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Broken />)).toThrow('no such element');
  render(<Counter label="Pressed" />);
  expect(() => act(() => reportLater(new Error('pressed too often')))).toThrow('pressed too often');
  expect(standing).toBe(0);
});
