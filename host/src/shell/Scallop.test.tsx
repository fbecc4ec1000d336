import { render } from '@testing-library/react';
import { Scallop } from './Scallop';

test('a scallop is decoration, an awning unless told otherwise', () => {
  const { container, rerender } = render(<Scallop />);
  expect(container.firstChild).toHaveAttribute('aria-hidden', 'true');
  expect(container.firstChild).toHaveClass('awning');
  rerender(<Scallop kind="edge" />);
  expect(container.firstChild).not.toHaveClass('awning');
});
