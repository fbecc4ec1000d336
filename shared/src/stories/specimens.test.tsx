import { specimenId } from './specimens';

test('a specimen’s id is fit for an address and keeps group and name apart', () => {
  const specimen = { name: 'No saving; an old price', node: null };
  expect(specimenId({ title: 'Price notices', specimens: [specimen] }, specimen)).toBe(
    'price-notices/no-saving-an-old-price',
  );
});
