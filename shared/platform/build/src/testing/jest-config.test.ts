import readme from '../../README.md?raw';

test('a file of any name is imported as text', () => {
  expect(readme).toMatch(/^# build\n/);
});
