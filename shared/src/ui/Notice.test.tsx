import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Notice } from './Notice';

test('a busy notice ignores presses and keeps its button focusable', async () => {
  const tryAgain = jest.fn();
  render(
    <Notice action="Trying again…" onAction={tryAgain} busy>
      The prices could not be loaded.
    </Notice>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button')).toHaveFocus();
  expect(tryAgain).not.toHaveBeenCalled();
});
