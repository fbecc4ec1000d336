import { Suspense } from 'react';
import { createRenderer } from './create-renderer';

const renderer = createRenderer({});
const planned = {
  id: 'pricing/PricingSection',
  app: 'pricing',
  expose: './PricingSection',
  props: { name: 'Ada' },
  key: '',
};

const render = (component: unknown, ownReact?: string) =>
  renderer.renderModule(
    { PricingSection: { default: component } },
    { ...planned, ...(ownReact && { ownReact }) },
  );

test('a module is rendered with its props, after everything in it has loaded', async () => {
  const later = Promise.resolve('later');
  const Section = ({ name }: { readonly name: string }) => (
    <Suspense>
      {name} {later}
    </Suspense>
  );
  expect(await render(Section)).toBe('<!--$-->Ada<!-- --> <!-- -->later<!-- --><!--/$-->');
});

test('a module with its own framework renders itself in its own element', async () => {
  const mount = () => ({ unmount: () => undefined });
  const module = { render: async ({ name }: { name: string }) => `<b>${name}</b>`, mount };
  expect(await render(module)).toBe('<div><b>Ada</b></div>');
  await expect(render({ ...module, render: () => '' })).rejects.toThrow('nothing was rendered');
});

test('a module that shows nothing, or has no component, is refused', async () => {
  await expect(render(() => <div />)).rejects.toThrow('nothing was rendered');
  await expect(render('Ada')).rejects.toThrow('default export is no component');
});

test('a component whose release brings its own React is refused, unless it renders itself', async () => {
  await expect(render(() => <p>Ada</p>, '19.3.1')).rejects.toThrow(
    'brings React 19.3.1: name react in peerDependencies in place of dependencies',
  );
  const mount = () => ({ unmount: () => undefined });
  expect(await render({ render: () => 'Ada', mount }, '19.3.1')).toBe('<div>Ada</div>');
});

test('the head of a page is what the module’s export returns for its props', () => {
  const head = ({ name }: { readonly name: string }) => ({ title: name });
  expect(renderer.headOf({ PricingSection: { head } }, planned)).toEqual({ title: 'Ada' });
  expect(renderer.headOf({ PricingSection: {} }, planned)).toBeUndefined();
  // A browser would have the title of the row until it comes.
  for (const other of [async () => ({ title: 'Ada' }), { title: 'Ada' }])
    expect(() => renderer.headOf({ PricingSection: { head: other } }, planned)).toThrow(
      'its export head is no function that gives a head at once',
    );
});
