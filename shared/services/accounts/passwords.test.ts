import { BusyError } from '@composed/http/calls/rate-limit';
import { createPasswordHasher, productionCost } from './passwords';

const turn = { allocation: '192.0.2.1/32', used: 0, deadline: Infinity };
const allocationOf = (index: number) => `2001:db8:${index}::/48`;
const cheap = { log2N: 4, r: 8, p: 1 };
const attacker = (index: number) => ({
  allocation: allocationOf(index),
  used: 0.5,
  deadline: Infinity,
});

test('production hashes use the parameters that OWASP recommends', async () => {
  expect(productionCost).toEqual({ log2N: 17, r: 8, p: 1 });
  const passwords = createPasswordHasher();
  const hash = await passwords.hash('correct horse', turn);
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await passwords.verify('correct horse', hash, turn)).toBe(true);
});

test('only the same password verifies', async () => {
  const passwords = createPasswordHasher(cheap);
  const hash = await passwords.hash('correct horse', turn);
  expect(await passwords.verify('correct horse', hash, turn)).toBe(true);
  expect(await passwords.verify('Correct horse', hash, turn)).toBe(false);
  expect(await passwords.verify('', hash, turn)).toBe(false);
});

test('the same password typed decomposed verifies', async () => {
  const passwords = createPasswordHasher(cheap);
  expect(await passwords.verify('cafe\u0301', await passwords.hash('caf\u00e9', turn), turn)).toBe(
    true,
  );
});

test('without an account no password verifies, although a hash is computed', async () => {
  const passwords = createPasswordHasher({ log2N: 14, r: 8, p: 1 });
  const hash = await passwords.hash('x', turn);
  // Measures processor time. Without a hash it would be a thousandth of that.
  const time = async (stored: string | null) => {
    const start = process.cpuUsage();
    expect(await passwords.verify('y', stored, turn)).toBe(false);
    return process.cpuUsage(start).user;
  };
  await time(hash);
  const knownTime = Math.min(await time(hash), await time(hash), await time(hash));
  const unknown = Math.min(await time(null), await time(null), await time(null));
  expect(unknown).toBeGreaterThan(knownTime / 20);
});

test('no password verifies against a damaged hash', async () => {
  expect(await createPasswordHasher(cheap).verify('x', '$scrypt$broken', turn)).toBe(false);
});

test('the network with the fewest tries is next, and is served while others are refused', async () => {
  const passwords = createPasswordHasher(cheap);
  const done: string[] = [];
  const hash = async (name: string, of: typeof turn) => {
    await passwords.hash(name, of);
    done.push(name);
  };
  const attack = await Promise.allSettled([
    ...Array.from({ length: 80 }, (_, index) => hash(`attack ${index}`, attacker(index))),
    hash('visitor', turn),
  ]);
  expect(attack.filter(({ status }) => status === 'rejected')).toHaveLength(29);
  expect(done.slice(0, 2)).toEqual(['attack 0', 'visitor']);
});

test('a visitor is hashed before the rest of a flood from two allocations', async () => {
  const passwords = createPasswordHasher(cheap);
  const done: string[] = [];
  const verify = async (name: string, allocation: string) => {
    await passwords.verify('x', null, { allocation, used: 0.01, deadline: Infinity });
    done.push(name);
  };
  const flood = Array.from({ length: 200 }, (_, n) => verify('attack', allocationOf(n % 2)));
  const outcomes = await Promise.allSettled([...flood, verify('visitor', '192.0.2.9/32')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
  // The visitor waits only for the first password of each attacking network.
  expect(done.indexOf('visitor')).toBeLessThan(3);
});

test('a flood from many networks is refused at once, and a request that waits too long is not hashed', async () => {
  const passwords = createPasswordHasher(cheap);
  const flood = Array.from({ length: 1000 }, (_, index) =>
    passwords.verify('x', null, { ...turn, allocation: allocationOf(index) }),
  );
  const late = passwords.hash('x', { ...turn, deadline: Date.now() - 1 });
  await expect(late).rejects.toBeInstanceOf(BusyError);
  const results = await Promise.allSettled(flood);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(101);
});
