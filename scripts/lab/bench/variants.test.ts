import { withoutScripts, writtenByHand } from './variants';

const page = [
  '<!doctype html>',
  '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/host/face.woff2">',
  '<script type="application/ld+json">{"@type":"SoftwareApplication"}</script>',
  '<style data-href="/assets/host/styles.css">p{color:red}</style>',
  '<script type="application/json" id="release-record">{"host":"1"}</script>',
  '<script>bootstrap()</script>',
  '<link rel="preload" as="fetch" crossorigin="anonymous" href="/tables">',
  '<div id="root"><p>Prices</p></div>',
].join('\n');

test('what scripts run, read and ask for is gone, and all the rest stays', () => {
  expect(withoutScripts(page)).toBe(
    [
      '<!doctype html>',
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/host/face.woff2">',
      '<script type="application/ld+json">{"@type":"SoftwareApplication"}</script>',
      '<style data-href="/assets/host/styles.css">p{color:red}</style>',
      '<div id="root"><p>Prices</p></div>',
    ].join('\n'),
  );
});

test('a page by hand has no wrapper, and nothing that only scripts or a policy need', () => {
  const composed = [
    '<!DOCTYPE html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="">',
    '<title>Shop</title><template id="later"><link rel="icon"></template></head>',
    '<body><!-- a part --><div data-slot="pricing/Prices"><div><p data-boundary="pricing">9</p></div></div></body></html>',
  ].join('');
  expect(writtenByHand(composed)).toBe(
    '<!DOCTYPE html><html lang="en"><head><title>Shop</title></head><body><p>9</p></body></html>',
  );
});
