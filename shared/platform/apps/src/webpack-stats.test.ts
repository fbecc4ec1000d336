import { listModuleSizes } from './webpack-stats';

test('modules have paths from the root; concatenated modules are listed one by one', () => {
  const price = { nameForCondition: '/site/remote-pricing/src/price.ts', size: 20 };
  const section = { nameForCondition: '/site/remote-pricing/src/PricingSection.tsx', size: 30 };
  const valibot = { nameForCondition: '/site/node_modules/valibot/dist/index.mjs', size: 300 };
  const runtime = { nameForCondition: '', size: 7000 };
  const modules = [
    { ...section, size: 50, modules: [section, price] },
    { ...valibot, modules: [] },
    { ...runtime, modules: [] },
  ];
  expect(listModuleSizes({ modules }, '/site')).toEqual([
    { name: 'remote-pricing/src/PricingSection.tsx', bytes: 30 },
    { name: 'remote-pricing/src/price.ts', bytes: 20 },
    { name: 'node_modules/valibot/dist/index.mjs', bytes: 300 },
  ]);
});
