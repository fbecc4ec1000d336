import { moduleSizes } from './module-sizes';

const root = '/site';
const stats = (modules: unknown[]) =>
  JSON.stringify({
    children: [
      { name: 'pricing server', modules: [{ nameForCondition: '/site/server.ts', size: 9 }] },
      { name: 'pricing browser', modules },
    ],
  });

test('modules are named from the root and sorted by size', () => {
  const json = stats([
    { nameForCondition: '/site/remote-pricing/src/price.ts', size: 20 },
    { nameForCondition: '/site/node_modules/valibot/dist/index.mjs', size: 300 },
  ]);
  expect(moduleSizes('pricing', json, root)).toEqual([
    { name: 'node_modules/valibot/dist/index.mjs', bytes: 300 },
    { name: 'remote-pricing/src/price.ts', bytes: 20 },
  ]);
});

test('a concatenated module counts as the modules that it is made of', () => {
  const json = stats([
    {
      nameForCondition: '/site/remote-pricing/src/PricingSection.tsx',
      size: 50,
      modules: [
        { nameForCondition: '/site/remote-pricing/src/PricingSection.tsx', size: 30 },
        { nameForCondition: '/site/shared/http/client.ts', size: 20 },
      ],
    },
    { nameForCondition: null, size: 7000 },
  ]);
  expect(moduleSizes('pricing', json, root)).toEqual([
    { name: 'remote-pricing/src/PricingSection.tsx', bytes: 30 },
    { name: 'shared/http/client.ts', bytes: 20 },
  ]);
});
