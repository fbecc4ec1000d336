import { createPasswordHasher, HashingBusyError, productionCost } from './passwords';

jest.setTimeout(30_000);

const cheap = { log2N: 4, r: 8, p: 1 };

test('production hashes with the parameters that OWASP gives', async () => {
  expect(productionCost).toEqual({ log2N: 17, r: 8, p: 1 });
  const passwords = createPasswordHasher();
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await passwords.verify('correct horse', hash)).toBe(true);
});

test('only the same password verifies', async () => {
  const passwords = createPasswordHasher(cheap);
  const hash = await passwords.hash('correct horse');
  expect(await passwords.verify('correct horse', hash)).toBe(true);
  expect(await passwords.verify('Correct horse', hash)).toBe(false);
  expect(await passwords.verify('', hash)).toBe(false);
});

test('the same password typed decomposed verifies', async () => {
  const passwords = createPasswordHasher(cheap);
  expect(await passwords.verify('cafe\u0301', await passwords.hash('caf\u00e9'))).toBe(true);
});

test('two hashes of one password differ', async () => {
  const passwords = createPasswordHasher(cheap);
  expect(await passwords.hash('x')).not.toBe(await passwords.hash('x'));
});

test('a hash made at another cost still verifies', async () => {
  const hash = await createPasswordHasher({ log2N: 5, r: 4, p: 2 }).hash('x');
  expect(await createPasswordHasher(cheap).verify('x', hash)).toBe(true);
});

test('without an account nothing verifies, and a hash is computed all the same', async () => {
  const passwords = createPasswordHasher({ log2N: 14, r: 8, p: 1 });
  const hash = await passwords.hash('x');
  const time = async (stored: string | null) => {
    const start = performance.now();
    expect(await passwords.verify('y', stored)).toBe(false);
    return performance.now() - start;
  };
  await time(hash);
  const known = Math.min(await time(hash), await time(hash), await time(hash));
  const unknown = Math.min(await time(null), await time(null), await time(null));
  expect(unknown).toBeGreaterThan(known / 3);
});

test('a damaged hash verifies nothing', async () => {
  expect(await createPasswordHasher(cheap).verify('x', '$scrypt$broken')).toBe(false);
});

test('a full line turns the next one away, and moves on', async () => {
  const passwords = createPasswordHasher(cheap, { atOnce: 1, waiting: 2 });
  const waiting = [passwords.hash('a'), passwords.hash('b'), passwords.hash('c')];
  await expect(passwords.hash('d')).rejects.toBeInstanceOf(HashingBusyError);
  await Promise.all(waiting);
  expect(await passwords.hash('e')).toContain('$scrypt$');
});
