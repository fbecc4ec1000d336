import fc from 'fast-check';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { hostileInputs } from '../../testing/services/hostile-inputs';
import { isAllowed } from './redirect';

const swapped = '/redirect/internal?path=/oauth2/authorization/keycloak&serviceName=store-ui';

test('the address that the site links to is allowed', () => {
  expect(isAllowed(signInPath)).toBe(true);
});

test('the order of the two parameters does not matter', () => {
  expect(isAllowed(swapped)).toBe(true);
});

test('the corpus holds at least 200 inputs', () => {
  expect(hostileInputs.length).toBeGreaterThanOrEqual(200);
});

test.each(hostileInputs.map((input) => [JSON.stringify(input).slice(0, 120), input]))(
  '%s is refused',
  (_name, input) => {
    expect(isAllowed(input)).toBe(false);
  },
);

test('any edit of the allowed address is refused', () => {
  const edit = fc.record({
    at: fc.nat(signInPath.length),
    remove: fc.nat(4),
    insert: fc.string({ unit: 'binary', maxLength: 6 }),
  });
  fc.assert(
    fc.property(edit, ({ at, remove, insert }) => {
      const edited = signInPath.slice(0, at) + insert + signInPath.slice(at + remove);
      fc.pre(edited !== signInPath && edited !== swapped);
      expect(isAllowed(edited)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

test('any other text is refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath()), (text) => {
      expect(isAllowed(text)).toBe(false);
    }),
  );
});
