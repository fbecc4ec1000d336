import { render, screen } from '@testing-library/react';
import { Icon } from './Icon';
import { Scallop } from './Scallop';
import { VisuallyHidden } from './VisuallyHidden';

test('an icon is decoration', () => {
  const { container } = render(<Icon name="check" />);
  expect(container.firstChild).toHaveAttribute('aria-hidden', 'true');
});

test('a scallop is decoration, an awning unless told otherwise', () => {
  const { container, rerender } = render(<Scallop />);
  expect(container.firstChild).toHaveAttribute('aria-hidden', 'true');
  expect(container.firstChild).toHaveClass('awning');
  rerender(<Scallop kind="edge" />);
  expect(container.firstChild).not.toHaveClass('awning');
});

test('visually hidden text is still read', () => {
  render(
    <a href="/">
      <VisuallyHidden>Old price</VisuallyHidden> $9.00
    </a>,
  );
  expect(screen.getByRole('link', { name: 'Old price $9.00' })).toBeInTheDocument();
});
