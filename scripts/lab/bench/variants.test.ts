import { writtenByHand } from './variants';

test('a page by hand has no wrapper, and nothing that only scripts or a policy need', () => {
  const composed = [
    '<!DOCTYPE html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="">',
    '<title>Shop</title><script>boot()</script><template id="later"><link rel="icon"></template></head>',
    '<body><!-- a part --><div data-slot="pricing/Prices"><div><p data-boundary="pricing">9</p></div></div></body></html>',
  ].join('');
  expect(writtenByHand(composed)).toBe(
    '<!DOCTYPE html><html lang="en"><head><title>Shop</title></head><body><p>9</p></body></html>',
  );
});
