import { render } from '@testing-library/react';
import { Stall, stallPieces } from './Stall';
import { shutter } from './stall-parts';

/** Returns the class names of the parts of the stall that are drawn. */
const standing = (container: HTMLElement) =>
  stallPieces.filter((piece) => container.querySelector(`.${piece}`));

test.each([0, 1, 2, 3, 4, 5])('with %i pieces, only the first ones are shown', (pieces) => {
  const { container } = render(<Stall pieces={pieces} />);
  expect(standing(container)).toEqual(stallPieces.slice(0, pieces));
});

test('adding a piece keeps the nodes of the others', () => {
  const { container, rerender } = render(<Stall pieces={3} animated="each" />);
  const awning = container.querySelector('.awning');
  rerender(<Stall pieces={4} animated="each" />);
  expect(container.querySelector('.awning')).toBe(awning);
});

test('the sign says whether the stall is open', () => {
  const { container, rerender } = render(<Stall />);
  expect(container).toHaveTextContent(/^Open$/);
  rerender(<Stall shutter={shutter()} />);
  expect(container).toHaveTextContent(/^Closed$/);
  expect(container.querySelector('[d^="M78 150h324"]')).toBeInTheDocument();
});
