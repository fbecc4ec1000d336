import { parseReleaseRecord, type ReleaseRecord } from '@composed/contracts/release-record';

const record: ReleaseRecord = {
  host: 'aaaaaaaaaaaa',
  preloads: [{ src: '/assets/pricing/section.js', integrity: 'sha384-p' }],
  later: { 'signup/SignupPage': [{ src: '/assets/signup/page.js', integrity: 'sha384-s' }] },
  basePath: '',
  remotes: {
    pricing: {
      version: 'bbbbbbbbbbbb',
      entry: '/assets/pricing/entry.js',
      global: 'remote_pricing',
      takes: { './PricingSection': ['links'] },
      integrity: 'sha384-x',
      styles: [{ href: '/assets/pricing/section.css', integrity: 'sha384-y' }],
    },
    signup: {
      version: 'dev',
      entry: 'http://localhost:3002/entry.js',
      ...{ global: 'remote_signup', takes: {}, styles: [] },
    },
  },
};

const without = (key: keyof ReleaseRecord): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

test('a record survives the way through the page', () => {
  expect(parseReleaseRecord(JSON.stringify(record))).toEqual(record);
});

test('the lists that a page of dev servers leaves out are empty', () => {
  const a = { version: 'dev', entry: '/a.js', global: 'remote_a', takes: {} };
  const json = JSON.stringify({ host: 'dev', basePath: '', remotes: { a } });
  expect(parseReleaseRecord(json)).toEqual({
    host: 'dev',
    basePath: '',
    preloads: [],
    later: {},
    remotes: { a: { ...a, styles: [] } },
  });
});

test.each([
  ['nothing', ''],
  ['broken JSON', '{"host":'],
  ['a record without its host', JSON.stringify(without('host'))],
  [
    'a remote without an entry',
    JSON.stringify({ ...record, remotes: { a: { version: '1', global: 'a', takes: {} } } }),
  ],
  [
    'an integrity that is null',
    JSON.stringify({
      ...record,
      remotes: { a: { ...record.remotes['pricing'], integrity: null } },
    }),
  ],
])('%s is refused', (_what, json) => {
  expect(() => parseReleaseRecord(json)).toThrow();
});
