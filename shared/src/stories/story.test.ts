import { storyId } from './story';

test('a story’s id is fit for an address and keeps group and name apart', () => {
  expect(storyId({ title: 'Price notices', stories: {} }, 'No saving; an old price')).toBe(
    'price-notices/no-saving-an-old-price',
  );
});
