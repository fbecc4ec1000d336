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
  // Of Tailwind, with its prefix.
  '.pricing\\:flex { display: flex } :root, :host { --pricing-gap: 1px; --tw-blur: 1px }',
  '@scope (.pricing-a) { :scope, .flex, & > p, * { color: red } } @scope (.pricing-a) to (p) { i { color: red } }',
  // Names that no other app says, which compose looks for.
  '@font-face { font-family: Inter; src: url(a.woff2) } @keyframes turn { from { color: red } }',
  '@property --turn { syntax: "*"; inherits: false } @layer base { .pricing-a { color: red } }',
])('what reaches a remote’s own elements alone passes: %s', (text) => {
  expect(problemOf(text)).toBeNull();
});

test.each([
  ['body { background: red }', 'body'],
  [':root { --surface: red; color: red }', ':root'],
  [':root { --pricing-a: red; p { color: red } }', 'p'],
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
  ['@scope (main) { p { color: red } }', '@scope (main)'],
  ['@scope { p { color: red } }', '@scope'],
  ['.pricing-a { @scope (main:has(&)) { p { color: red } } }', '@scope (main:has(&))'],
  ['& { color: red }', '&'],
  ['.pricing-a { body:has(&) { color: red } }', 'body:has(&)'],
  ['.pricing-a { @media print { header:not(&) { color: red } } }', 'header:not(&)'],
  ['@font-face { src: url(a.woff2) }', '@font-face'],
  ['@page { margin: 0 }', '@page'],
  ['@import "other.css";', '@import \\"other.css\\"'],
  ['@view-transition { navigation: auto }', '@view-transition'],
])('what reaches further is told with its place: %s', (text, what) => {
  expect(problemOf(`.pricing-a {}\n${text}`)).toContain(
    `styles.css of pricing says "${JSON.parse(`"${what}"`)}" (line 2, column `,
  );
});

test('styles that nobody can read, or that are too large to be read, are told as such', () => {
  for (const text of [
    '.pricing-a {',
    // Browsers end the text with its line, and read on in the rule of the page.
    ".pricing-x{content:'a\n} body{display:none} .pricing-y{content:'b}/*'*/",
    '.pricing-a{background:url(a b)}',
    '.pricing-a{} /* a',
    '.pricing-a{}}',
    '@media print{--x:hover{} body{color:red}}',
    '.pricing-a{};body{color:red}',
    '@charset "utf-16";',
    '.pricing-a{content:"</style>"}',
    '\ud800',
  ]) {
    const bytes = Buffer.from(text === '\ud800' ? [0xff] : text);
    expect(problemOfStyles('pricing', new Map([['styles.css', bytes]]))).toMatch(
      /^The style sheet styles.css of pricing (?:cannot be read|holds|says "@charset)/,
    );
  }
  expect(problemOf(`.pricing-a ${':not('.repeat(9000)}p${')'.repeat(9000)} {}`)).toContain(
    'cannot be read',
  );
  expect(problemOf('.pricing-a {} '.repeat(80_000))).toContain('has more than 1048576 bytes');
});

test('a file that is named as a style sheet is one by its name, and its source is told by its map', () => {
  const files = new Map([['styles.css', Buffer.from('.pricing-a{}p{color:red}')]]);
  expect(problemOfStyles('pricing', files, { named: ['styles.bbb.txt'] })).toBe(
    'pricing names styles.bbb.txt as a style sheet, which no browser takes for one: let its name end in .css.',
  );
  const map = { version: 3, sources: ['src/a.css'], names: [], mappings: 'AAAA,YAIE' };
  const maps = new Map([['styles.css.map', Buffer.from(JSON.stringify(map))]]);
  expect(problemOfStyles('pricing', files, { maps })).toContain(
    'styles.css of pricing says "p" (src/a.css, line 5, column 3), which reaches further',
  );
});

test('a release whose styles paint the page is refused, whoever built it, and a host’s is not', async () => {
  expect(problemOfStyles('host', new Map([['a.css', Buffer.from('header {}')]]))).toBeNull();
  const painting = aPricing({ files: { 'later.0d.css': 'header { display: none }' } });
  await expect(readRelease(await releaseFolder(temporaryFolder(), painting))).rejects.toThrow(
    'The style sheet later.0d.css of pricing says "header" (line 1, column 1), which reaches further than its own elements: give it a class whose name begins with "pricing-", as CSS modules do, or put it into @scope (.pricing-root).',
  );
});
