import fc from 'fast-check';
import { allowedQueries, redirectPath } from '@shopwright/shared/contracts/sign-in-redirect';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { hostileInputs } from '../testing/hostile-inputs';
import { isAllowed } from './redirect';

test('no hostile input is allowed, not even one that no client could send', () => {
  expect(hostileInputs.filter(isAllowed)).toEqual([]);
});

test('any edit of the allowed address is refused', () => {
  const allowed = allowedQueries.map((query) => `${redirectPath}?${query}`);
  const edit = fc.record({
    at: fc.nat(signInPath.length),
    remove: fc.nat(4),
    insert: fc.string({ unit: 'binary', maxLength: 6 }),
  });
  fc.assert(
    fc.property(edit, ({ at, remove, insert }) => {
      const edited = signInPath.slice(0, at) + insert + signInPath.slice(at + remove);
      fc.pre(!allowed.includes(edited));
      expect(isAllowed(edited)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});
