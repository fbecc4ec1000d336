import { temporaryFolder } from '@composed/build/testing/temporary-folder';
import { aPricing } from '@composed/testing/release/composable-releases';
import { releaseFolder } from '@composed/testing/release/fake-release';
import { readRelease } from '@composed/release/format/read-release';
import { problemOfStyles } from './check-styles';

const problemOf = (text: string) =>
  problemOfStyles('pricing', new Map([['styles.css', Buffer.from(text)]]));

test.each([
  '.pricing-a, a.pricing-b > p, ul:not(.x) .pricing-c::before { color: red }',
  '.pricing-a:has(:checked) ~ *, .pricing\\-a { color: red }',
  'html[data-theme] .pricing-a, :is(.pricing-a, .pricing-b p) i { color: red }',
  '@media print { @supports (gap: 1px) { .pricing-a { --surface: red } } }',
  '@container (width > 1px) { .pricing-a { color: red } }',
  '.pricing-a { & b { color: red } i { color: red } &:hover, em & { color: red } @media print { u { color: red } } }',
  '@keyframes pricing-turn { from { color: red } to { color: blue } }',
  '@font-face { font-family: "pricing-face"; src: url(a.woff2) }',
  '@property --pricing-turn { syntax: "*"; inherits: false }',
  '@layer pricing, pricing.parts; @layer pricing-a { .pricing-a { color: red } } @layer { .pricing-a { color: red } }',
  '@charset "utf-8";',
])('what reaches a remote’s own elements alone passes: %s', (text) => {
  expect(problemOf(text)).toBeNull();
});

test.each([
  ['body { background: red }', 'body'],
  [':root { --surface: red }', ':root'],
  ['* { color: red }', '*'],
  ['.pricing-a, header { display: none }', 'header'],
  ['body:has(.pricing-a) { color: red }', 'body:has(.pricing-a)'],
  ['html:not(.pricing-a) { color: red }', 'html:not(.pricing-a)'],
  [':is(.pricing-a, body) p { color: red }', ':is(.pricing-a, body) p'],
  ['.card, .pricingcard { color: red }', '.card'],
  ['.pricingcard { color: red }', '.pricingcard'],
  ['#pricing-a { color: red }', '#pricing-a'],
  ['[class^="pricing-"] { color: red }', '[class^=\\"pricing-\\"]'],
  ['@media print { @layer { p { color: red } } }', 'p'],
  ['@scope (.pricing-a) { :scope { color: red } }', ':scope'],
  ['& { color: red }', '&'],
  ['.pricing-a { body:has(&) { color: red } }', 'body:has(&)'],
  ['.pricing-a { @media print { header:not(&) { color: red } } }', 'header:not(&)'],
  ['@keyframes turn { from { color: red } }', '@keyframes turn'],
  ['@font-face { font-family: Bricolage; src: url(a.woff2) }', '@font-face Bricolage'],
  ['@font-face { src: url(a.woff2) }', '@font-face'],
  ['@property --turn { syntax: "*"; inherits: false }', '@property --turn'],
  ['@layer pricing, base;', '@layer pricing, base'],
  ['@page { margin: 0 }', '@page'],
  ['@import "other.css";', '@import \\"other.css\\"'],
  ['@view-transition { navigation: auto }', '@view-transition'],
])('what reaches further is told with its place: %s', (text, what) => {
  expect(problemOf(`.pricing-a {}\n${text}`)).toContain(
    `styles.css of pricing says "${JSON.parse(`"${what}"`)}" (line 2, column `,
  );
});

test('styles that nobody can read, or that are too large to be read, are told as such', () => {
  expect(problemOf('.pricing-a {')).toMatch(
    /^The style sheet styles.css of pricing cannot be read/,
  );
  expect(problemOf(`.pricing-a ${':not('.repeat(9000)}p${')'.repeat(9000)} {}`)).toContain(
    'cannot be read',
  );
  expect(problemOf('.pricing-a {} '.repeat(80_000))).toContain('has more than 1048576 bytes');
});

test('a release whose styles paint the page is refused, whoever built it, and a host’s is not', async () => {
  expect(problemOfStyles('host', new Map([['a.css', Buffer.from('header {}')]]))).toBeNull();
  const painting = aPricing({ files: { 'later.0d.css': 'header { display: none }' } });
  await expect(readRelease(await releaseFolder(temporaryFolder(), painting))).rejects.toThrow(
    'The style sheet later.0d.css of pricing says "header" (line 1, column 1), which reaches further than its own elements: give it a class whose name begins with "pricing-", as CSS modules do.',
  );
});
