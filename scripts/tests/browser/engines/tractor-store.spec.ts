import { orderAtOnce, startTractorStore } from '@composed/testing/sample-sites/tractor-store';
import type { EnginePage } from './engine';
import { expect, hydrated, test, text } from './fixtures';

// The sample shop in Firefox and WebKit. To build it takes a minute, and Chromium has been there.

// It asks for the site of the shop, and for no other.
test.use({ baseURL: undefined });

const expectTitle = (visitor: EnginePage, title: string) =>
  expect.poll(() => visitor.evaluate(() => document.title, null)).toBe(title);

const expectCart = (visitor: EnginePage, count: number) =>
  expect.poll(() => text(visitor, 'header')).toContain(`Cart (${count})`);

test('a visitor can order a machine while the remote of another team fails', async ({
  visitor,
  perWorker,
  allowConsole,
  expectConsole,
}) => {
  // Firefox gives a page that is left no bytes of files that it still loads, and complains of the hash of none.
  allowConsole(/module failed: ChunkLoadError|computed hash is “47DEQpj8HBSa/);
  const { url } = await perWorker('tractor store', startTractorStore);
  await visitor.goto(url);
  await hydrated(visitor);
  await visitor.click('main a', 'Classics');
  await expectTitle(visitor, 'Classics · Tractor Store');
  await visitor.click('main a', 'Hill Climber');
  await expectTitle(visitor, 'Hill Climber in yellow · Tractor Store');
  await visitor.click('main button', 'Add to cart');
  await expectCart(visitor, 1);
  await visitor.click('main a', 'black');
  await expect.poll(() => text(visitor, 'h1')).toBe('Hill Climber in black');
  await visitor.click('main button', 'Add to cart');
  await expectCart(visitor, 2);
  await visitor.click('header a', 'Cart (2)');
  await expectTitle(visitor, 'Cart · Tractor Store');
  await visitor.click('main button', 'Remove Hill Climber in black');
  await expectCart(visitor, 1);
  await visitor.click('main a', 'To the checkout');
  await visitor.type('Ada', 'main input', 'Your name');
  await visitor.click('main button', 'Order');
  await expect.poll(() => text(visitor, 'h1')).toBe('Thank you');
  await expectTitle(visitor, 'We thank you · Tractor Store');
  await expectCart(visitor, 0);
  await visitor.click('header a', 'Stores');
  await expectTitle(visitor, 'Stores · Tractor Store');

  await visitor.goto(`${url}/product/CL-01`);
  await visitor.evaluate(orderAtOnce, undefined);
  await expect
    .poll(() => text(visitor, 'main'))
    .toContain('Added 2 × Meadow Runner in green, electric');
  await expectCart(visitor, 2);
  await visitor.click('header a', 'Cart (2)');
  await visitor.click('main button', 'Remove Meadow Runner in green, electric');
  await visitor.goto(`${url}/products/classic?until=5000`);
  await expect.poll(() => text(visitor, 'main')).not.toContain('Hill Climber');
  await visitor.click('main a', 'Any price');
  await expect.poll(() => text(visitor, 'main')).toContain('Hill Climber');

  // A part outlives the module around it, and goes on when that comes back.
  expectConsole(/Nobody decides/);
  await visitor.goto(`${url}/product/AU-02`);
  await hydrated(visitor, 'decide/ProductPage');
  const mark = () =>
    visitor.evaluate(
      () => [...document.querySelectorAll('main button')].map((each) => each.textContent).join(),
      null,
    );
  await visitor.evaluate(() => Reflect.set(window, 'fault', 'decide'), null);
  await visitor.click('main button', 'Like');
  await expect.poll(mark).toContain('Try again');
  await visitor.click('main button', 'Add to cart');
  await expectCart(visitor, 1);
  await visitor.evaluate(() => Reflect.set(window, 'fault', ''), null);
  await visitor.click('main button', 'Try again');
  await expect.poll(mark).not.toContain('Try again');
  await visitor.click('main button', 'Add to cart');
  await expectCart(visitor, 2);
});
