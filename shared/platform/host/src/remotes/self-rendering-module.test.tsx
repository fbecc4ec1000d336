import { render } from '@testing-library/react';
import { asComponent } from './self-rendering-module';

test('a framework’s message about a mismatch is reported with the module’s name', () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const told: unknown[] = [];
  const Module = asComponent(
    {
      render: () => '',
      mount() {
        console.error('Hydration completed but contains mismatches.');
        console.error('Something else.');
        return { unmount: () => undefined };
      },
    },
    (cause) => {
      console.error('[shop 1 ./Shop] hydration failed');
      told.push(cause);
    },
  );
  const container = document.createElement('main');
  container.innerHTML = '<div>Shop</div>';
  render(<Module />, { container, hydrate: true });
  expect(told).toEqual(['Hydration completed but contains mismatches.']);
  expect(said.mock.calls).toEqual([['Something else.'], ['[shop 1 ./Shop] hydration failed']]);
});
