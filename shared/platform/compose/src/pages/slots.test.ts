import { checkMarkup } from '../checks/check-markup';
import { readPage } from '../checks/check-page';
import { slotFiller } from './slots';

test.each([
  ['closes its place', '</div></div><p>Mine</p>'],
  ['opens what it does not close', '<b>Mine'],
  ['opens a form that it does not close', '<form><p>Mine'],
  ['leaves a form open in a select, as newer browsers read it', '<select><form></select>'],
  ['swallows what follows', '<p>Mine</p><!-- '],
  ['swallows what follows as text', '<textarea>'],
  ['changes the body of the page', '<body class="mine">Mine</body>'],
])('markup that %s is refused, whatever stands beside it', (_what, markup) => {
  const place = (id: string) => `<div><div><!--slot:${id}--></div></div>`;
  const text = 'What stands beside it is long. '.repeat(20);
  const bare = place('pricing/PricingSection') + text + place('blog/Posts');
  const markups = new Map([
    ['pricing/PricingSection', markup],
    ['blog/Posts', '<form>Posts</form>'],
  ]);
  expect(() => slotFiller(markups)('index.html', readPage(bare))).toThrow(
    'pricing: its markup of ./PricingSection does not stay in its place in index.html: it changes the page around it',
  );
});

test('what is left out of a long text as a page is read hides nothing that follows it', () => {
  const long = 'a text of some length '.repeat(20);
  const fillSlots = slotFiller(new Map([['pricing/PricingSection', '<form>Prices</form>']]));
  for (const text of [
    `<!-- > ${long}-->`,
    `<!-- > ${long}--!>`,
    `<p title=" > ${long}">${long}</p>`,
  ]) {
    const html = `<!doctype html><html><body>${text}<img src="/a.png"></body></html>`;
    expect(readPage(html).elements.map(({ tagName }) => tagName)).toContain('img');
    const bare = html.replace('<img', '<form><!--slot:pricing/PricingSection--></form><img');
    expect(() => fillSlots('index.html', readPage(bare))).toThrow('does not stay in its place');
  }
});

test.each([
  ['<input id="email">', '<label for="email">1</label><b id="email"></b>', true],
  [
    '<p><!--slot:blog/Posts--></p><form id="c"></form><button form="c"></button>',
    '<form id="c"></form>',
    true,
  ],
  ['<p><!--slot:blog/Posts--></p><main id="main"></main>', '<b id="main"></b>', true],
  ['<main id="main"></main>', '<b id="main"></b>', false],
  ['<input type="radio" name="plan">', '<input type="RADIO" name="plan">', true],
  ['<form><input type="radio" name="plan"></form>', '<input type="radio" name="plan">', false],
  [
    '<form><p><!--slot:blog/Posts--></p><input type="radio" name="plan"></form>',
    '<input type="radio" name="plan">',
    true,
  ],
  ['<details name="faq">1</details>', '<details name="faq">2</details>', true],
  ['<details name="faq">1</details>', '<details name="questions">2</details>', false],
  [
    '<input id="email"><label for="email">1</label>',
    '<input id="mail"><label for="mail">1</label>',
    false,
  ],
])(
  'an id or a name of two apps by which one would change the other is refused: %s and %s',
  (host, markup, isRefused) => {
    const bare = `<!doctype html>${host}<div data-slot="pricing/A"><div><!--slot:pricing/A--></div></div>`;
    const slots = new Map([
      ['pricing/A', checkMarkup({ app: 'pricing', expose: './A' }, markup).text],
    ]);
    const html = bare.replace(
      '<p><!--slot:blog/Posts--></p>',
      '<div data-slot="pricing/A"><div><!--slot:pricing/A--></div></div>',
    );
    const filling = () => slotFiller(slots)('index.html', readPage(html));
    if (isRefused) expect(filling).toThrow('pricing: its markup of ./A shares ');
    else expect(filling().html).toContain(markup);
  },
);

test('a page that shows what it has not planned is refused', () => {
  const page = readPage('<!--slot:pricing/Other-->');
  expect(() => slotFiller(new Map())('index.html', page)).toThrow('which it has not planned');
});
