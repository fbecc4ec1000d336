import { parsePins } from '@composed/contracts/pins';

const remote = { version: 'dev', entry: '/a.js', global: 'remote_a', exposes: {} };
const pins = { host: 'dev', basePath: '', remotes: { a: remote } };

test('lists that a page of dev servers leaves out count as empty', () => {
  expect(parsePins(JSON.stringify(pins))).toEqual({
    ...pins,
    preloads: [],
    remotes: { a: { ...remote, styles: [] } },
  });
});

test.each([
  ['nothing', ''],
  ['broken JSON', '{"host":'],
  ['pins without a host', JSON.stringify({ ...pins, host: undefined })],
  [
    'a remote without an entry',
    JSON.stringify({ ...pins, remotes: { a: { ...remote, entry: undefined } } }),
  ],
  [
    'an integrity that is null',
    JSON.stringify({ ...pins, remotes: { a: { ...remote, integrity: null } } }),
  ],
])('%s is refused', (_what, json) => {
  expect(() => parsePins(json)).toThrow();
});
