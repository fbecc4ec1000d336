import { render, screen } from '@testing-library/react';
import { Icon } from './Icon';
import { VisuallyHidden } from './VisuallyHidden';

test('an icon is decoration', () => {
  const { container } = render(<Icon name="check" />);
  expect(container.firstChild).toHaveAttribute('aria-hidden', 'true');
});

test('visually hidden text is still read', () => {
  render(
    <a href="/">
      <VisuallyHidden>Old price</VisuallyHidden> $9.00
    </a>,
  );
  expect(screen.getByRole('link', { name: 'Old price $9.00' })).toBeInTheDocument();
});
