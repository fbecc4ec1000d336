import { createTryCounter, deadlineOf, networkAndAllocationOf } from './rate-limit';

test.each([
  ['192.0.2.7', ['192.0.2.7', '192.0.2.7/32']],
  ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.7/32']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0DB8:0001::5', ['2001:db8:1::/64', '2001:db8:1::/48']],
  ['fe80::1%eth0', ['fe80::/64', 'fe80::/48']],
  ['unknown', ['::/64', '::/48']],
  ['::1', ['::/64', '::/48']],
])('the networks of %s are %j', (address, networks) => {
  expect(networkAndAllocationOf(address)).toEqual(networks);
});

const limit = { tries: 4, minutes: 1 };
const address = '192.0.2.1';

test('the second half of the tries is delayed more and more, and further ones are refused', () => {
  const countTry = createTryCounter(limit, null, 1000);
  const tries = Array.from({ length: 6 }, () => countTry({ address }));
  expect(tries.map((attempt) => ('waitMs' in attempt ? attempt.waitMs : null))).toEqual([
    0,
    0,
    500,
    1000,
    null,
    null,
  ]);
  expect(tries.at(-1)).toEqual({ retryAfter: 60 });
});

test('65,536 networks of one customer share the tries of eight', () => {
  const countTry = createTryCounter(limit);
  const attempts = Array.from({ length: 100 }, (_, index) =>
    countTry({ address: `2001:db8:1:${index.toString(16)}::1` }),
  );
  expect(attempts.filter((attempt) => 'waitMs' in attempt)).toHaveLength(32);
});

test('an e-mail address counts only together with the network', () => {
  const countTry = createTryCounter({ tries: 100, minutes: 1 }, limit);
  const from = (network: string) => countTry({ address: network, email: 'ada@example.com' });
  expect(Array.from({ length: 5 }, () => from(address)).at(-1)).toHaveProperty('retryAfter');
  expect(from('192.0.2.2')).toHaveProperty('waitMs', 0);
});

test('tries of ten thousand other networks do not delete a count', () => {
  const countTry = createTryCounter(limit);
  for (let index = 0; index < 5; index += 1) countTry({ address });
  for (let index = 0; index < 10_000; index += 1) {
    countTry({ address: `10.0.${index >> 8}.${index & 255}` });
  }
  expect(countTry({ address })).toHaveProperty('retryAfter');
});

test('the deadline of a request counts from its arrival, not from the end of its body', () => {
  const left = deadlineOf({ elapsedTime: 0 }) - deadlineOf({ elapsedTime: 20_000 });
  expect(left).toBeGreaterThan(19_900);
  expect(deadlineOf({ elapsedTime: 20_000 })).toBeLessThan(Date.now() + 10_000);
});
