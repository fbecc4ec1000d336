import { createPasswordHasher, productionCost } from './passwords';

const turn = { network: '192.0.2.1', recent: 0 };
const cheap = { log2N: 4, r: 8, p: 1 };

test('production hashes with the parameters that OWASP gives', async () => {
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

test('two hashes of one password differ', async () => {
  const passwords = createPasswordHasher(cheap);
  expect(await passwords.hash('x', turn)).not.toBe(await passwords.hash('x', turn));
});

test('a hash made at another cost still verifies', async () => {
  const hash = await createPasswordHasher({ log2N: 5, r: 4, p: 2 }).hash('x', turn);
  expect(await createPasswordHasher(cheap).verify('x', hash, turn)).toBe(true);
});

test('without an account nothing verifies, and a hash is computed all the same', async () => {
  const passwords = createPasswordHasher({ log2N: 14, r: 8, p: 1 });
  const hash = await passwords.hash('x', turn);
  const time = async (stored: string | null) => {
    const start = performance.now();
    expect(await passwords.verify('y', stored, turn)).toBe(false);
    return performance.now() - start;
  };
  await time(hash);
  const known = Math.min(await time(hash), await time(hash), await time(hash));
  const unknown = Math.min(await time(null), await time(null), await time(null));
  expect(unknown).toBeGreaterThan(known / 3);
});

test('a damaged hash verifies nothing', async () => {
  expect(await createPasswordHasher(cheap).verify('x', '$scrypt$broken', turn)).toBe(false);
});
