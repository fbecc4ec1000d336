import { countTries, networksOf, tryCounter } from './limits';

test.each([
  ['192.0.2.7', ['192.0.2.7', '192.0.2.7/32']],
  ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.7/32']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0DB8:0001::5', ['2001:db8:1::/64', '2001:db8:1::/48']],
  ['fe80::1%eth0', ['fe80::/64', 'fe80::/48']],
  ['unknown', ['::/64', '::/48']],
  ['::1', ['::/64', '::/48']],
])('the networks of %s are %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

const limit = { burst: 3, everyMs: 1000 };
const start = 1_000_000;

test('tries over the limit wait longer and longer, then are refused, and nothing is forgotten', () => {
  const countTry = countTries(limit, null, 2000);
  const tries = Array.from({ length: 6 }, () => countTry({ address: '192.0.2.1' }, start));
  expect(tries.map((verdict) => ('waitMs' in verdict ? verdict.waitMs : null))).toEqual([
    0,
    0,
    0,
    1000,
    2000,
    null,
  ]);
  expect(tries.at(-1)).toEqual({ retryAfter: 1 });
  expect(countTry({ address: '192.0.2.1' }, start + 1000)).toMatchObject({ waitMs: 2000 });
  expect(countTry({ address: '192.0.2.1' }, start + 60_000)).toMatchObject({ waitMs: 0 });
});

test('one customer’s 65,536 networks have the tries of eight', () => {
  const countTry = countTries(limit);
  const verdicts = Array.from({ length: 100 }, (_, index) =>
    countTry({ address: `2001:db8:1:${index.toString(16)}::1` }, start),
  );
  expect(verdicts.filter((verdict) => 'turn' in verdict)).toHaveLength(24);
});

test('an e-mail address counts only together with the network', () => {
  const countTry = countTries({ burst: 100, everyMs: 1 }, limit);
  const from = (address: string) => countTry({ address, email: 'ada@example.com' }, start);
  expect(Array.from({ length: 4 }, () => from('192.0.2.1')).at(-1)).toHaveProperty('retryAfter');
  expect(from('192.0.2.2')).toHaveProperty('waitMs', 0);
});

test('no number of other networks makes a count forgotten', () => {
  const countTry = countTries(limit);
  for (let index = 0; index < 4; index += 1) countTry({ address: '192.0.2.1' }, start);
  for (let index = 0; index < 50_000; index += 1) {
    countTry({ address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }, start);
  }
  expect(countTry({ address: '192.0.2.1' }, start)).toHaveProperty('retryAfter');
});

test('a thousand networks that attack leave room for forty thousand others', () => {
  const lately = tryCounter({ burst: 1, everyMs: 60_000 });
  for (let index = 0; index < 1000; index += 1) lately.add(`attacker ${index}`, start);
  const others = Array.from({ length: 40_000 }, (_, index) => `visitor ${index}`);
  // Which cells are shared is chance; of two rows some nine visitors would share theirs, of four nobody.
  expect(others.filter((key) => lately.count(key, start) > 0).length).toBeLessThan(2);
});
