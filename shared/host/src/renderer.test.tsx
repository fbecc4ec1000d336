import { Suspense } from 'react';
import { createRenderer } from './renderer';

const renderer = createRenderer({});
const planned = {
  id: 'pricing/PricingSection',
  app: 'pricing',
  expose: './PricingSection',
  props: { name: 'Ada' },
};

const render = (component: unknown) =>
  renderer.renderModule({ PricingSection: { default: component } }, planned);

test('a module is rendered with what it is given, and everything in it is waited for', async () => {
  const later = Promise.resolve('later');
  const Section = ({ name }: { readonly name: string }) => (
    <Suspense>
      {name} {later}
    </Suspense>
  );
  expect(await render(Section)).toBe('<!--$-->Ada<!-- --> <!-- -->later<!-- --><!--/$-->');
});

test('a module that shows nothing, or has no component, is refused', async () => {
  await expect(render(() => <div />)).rejects.toThrow('nothing was rendered');
  await expect(render('Ada')).rejects.toThrow('has no component as its default export');
});
