import { featureLabel } from './feature-labels';

test.each([
  ['PRODUCTS_10', 'Up to 10 products'],
  ['SSL', 'SSL included'],
  // The list of labels has none for these codes.
  ['EARLY_ACCESS', 'Early access'],
  ['early-access', 'Early access'],
  ['gift.cards', 'Gift cards'],
  ['API', 'API'],
  ['Drop shipping', 'Drop shipping'],
  ['TEAM_OF_25', 'Team of 25'],
  ['___', '___'],
])('the code %s reads "%s"', (code, label) => {
  expect(featureLabel(code)).toBe(label);
});
