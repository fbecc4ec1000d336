import { parsePins } from '@composed/contracts/pins';

const remote = { version: 'dev', entry: '/a.js', global: 'remote_a', props: {} };
const record = { host: 'dev', basePath: '', remotes: { a: remote } };

test('the lists that a page of dev servers leaves out are empty', () => {
  expect(parsePins(JSON.stringify(record))).toEqual({
    ...{ ...record, preloads: [], later: {} },
    remotes: { a: { ...remote, styles: [] } },
  });
});

test.each([
  ['nothing', ''],
  ['broken JSON', '{"host":'],
  ['a record without its host', JSON.stringify({ ...record, host: undefined })],
  [
    'a remote without an entry',
    JSON.stringify({ ...record, remotes: { a: { ...remote, entry: undefined } } }),
  ],
  [
    'an integrity that is null',
    JSON.stringify({ ...record, remotes: { a: { ...remote, integrity: null } } }),
  ],
])('%s is refused', (_what, json) => {
  expect(() => parsePins(json)).toThrow();
});
