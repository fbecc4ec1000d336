import { moduleSizes } from './stats';

const priceModule = { nameForCondition: '/site/remote-pricing/src/price.ts', size: 20 };
const section = '/site/remote-pricing/src/PricingSection.tsx';

test('modules are named from the root, and what has no file is left out', () => {
  const valibot = { nameForCondition: '/site/node_modules/valibot/dist/index.mjs', size: 300 };
  const runtime = { nameForCondition: '', size: 7000 };
  const modules = [priceModule, valibot, runtime].map((item) => ({ ...item, modules: [] }));
  expect(moduleSizes({ modules }, '/site')).toEqual([
    { name: 'remote-pricing/src/price.ts', bytes: 20 },
    { name: 'node_modules/valibot/dist/index.mjs', bytes: 300 },
  ]);
});

test('a concatenated module counts as the modules that it is made of', () => {
  const parts = [{ nameForCondition: section, size: 30 }, priceModule];
  const whole = { nameForCondition: section, size: 50, modules: parts };
  expect(moduleSizes({ modules: [whole] }, '/site')).toEqual([
    { name: 'remote-pricing/src/PricingSection.tsx', bytes: 30 },
    { name: 'remote-pricing/src/price.ts', bytes: 20 },
  ]);
});
