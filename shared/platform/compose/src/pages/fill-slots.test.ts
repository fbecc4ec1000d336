import { readPage } from '../checks/check-page';
import { createSlotFiller } from './fill-slots';

test.each([
  ['closes its slot', '</div></div><p>Mine</p>'],
  ['opens what it does not close', '<b>Mine'],
  ['opens a form that it does not close', '<form><p>Mine'],
  ['swallows what follows', '<p>Mine</p><!-- '],
  ['swallows what follows as text', '<textarea>'],
  ['changes the body of the page', '<body class="mine">Mine</body>'],
])('markup that %s is refused, also next to other markup', (_what, markup) => {
  const slot = (id: string) => `<div><div><!--slot:${id}--></div></div>`;
  const text = 'What stands beside it is long. '.repeat(20);
  const bare = slot('pricing/PricingSection') + text + slot('blog/Posts');
  const markups = new Map([
    ['pricing/PricingSection', markup],
    ['blog/Posts', '<form>Posts</form>'],
  ]);
  expect(() => createSlotFiller(markups)('index.html', readPage(bare))).toThrow(
    'pricing: its markup of ./PricingSection does not stay in its slot in index.html: it changes the page around it',
  );
});

test('a long text does not hide markup after it', () => {
  const long = 'a text of some length '.repeat(20);
  const fillSlots = createSlotFiller(new Map([['pricing/PricingSection', '<form>Prices</form>']]));
  for (const text of [
    `<!-- > ${long}-->`,
    `<!-- > ${long}--!>`,
    `<p title=" > ${long}">${long}</p>`,
  ]) {
    const html = `<!doctype html><html><body>${text}<img src="/a.png"></body></html>`;
    expect(readPage(html).elements.map(({ tagName }) => tagName)).toContain('img');
    const bare = html.replace('<img', '<form><!--slot:pricing/PricingSection--></form><img');
    expect(() => fillSlots('index.html', readPage(bare))).toThrow('does not stay in its slot');
  }
});

test('a page with a slot for an unplanned module is refused', () => {
  const page = readPage('<!--slot:pricing/Other-->');
  expect(() => createSlotFiller(new Map())('index.html', page)).toThrow('which it has not planned');
});
