import { isOwnPage } from './development';

test('a dev server lets pages of this machine in, and no others', () => {
  expect(['http://localhost:3000', 'http://localhost'].map(isOwnPage)).toEqual([true, true]);
  for (const origin of ['', 'null', 'https://evil.example', 'http://localhost.evil.example'])
    expect(isOwnPage(origin)).toBe(false);
});
