import { render } from '@testing-library/react';

/** Shows a count beside other text, as a component may be tempted to. */
const Beside = ({ text }: { readonly text: string }) => (
  <p>
    <i />
    {text}
  </p>
);
const Alone = ({ text }: { readonly text: string }) => (
  <p>
    <i />
    <span>{text}</span>
  </p>
);

test.each([
  ['beside other nodes stays as a translator left it', Beside, 'Zeigen'],
  ['alone in its element is replaced', Alone, 'Hide'],
])('a text %s', async (_name, Component, expected) => {
  const { container, rerender } = render(<Component text="Show" />);
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const node = walker.nextNode();
  const translated = document.createElement('span');
  translated.textContent = 'Zeigen';
  (node as ChildNode | null)?.replaceWith(translated);
  rerender(<Component text="Hide" />);
  expect(container).toHaveTextContent(expected);
});
