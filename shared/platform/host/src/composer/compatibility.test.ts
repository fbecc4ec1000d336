import { host, pricing } from '../testing/manifests';
import { findConflicts } from './compatibility';

test('every remote in conflict with the host is named, with every conflict', () => {
  const old = { ...pricing, shared: { react: '^18.0.0', zustand: '5' }, contract: 2 };
  const signup = { ...pricing, app: 'signup', shared: { react: '>=20' } };
  expect(findConflicts(host, [pricing, old, signup])).toEqual([
    {
      app: 'pricing',
      reason: 'it needs react ^18.0.0, and host 0123456789abcdef0123456789abcdef provides 19.2.0',
    },
    {
      app: 'pricing',
      reason: 'it needs zustand 5, and host 0123456789abcdef0123456789abcdef provides none',
    },
    {
      app: 'pricing',
      reason:
        'it was built for version 2 of what hosts offer, and host 0123456789abcdef0123456789abcdef has version 1',
    },
    {
      app: 'signup',
      reason: 'it needs react >=20, and host 0123456789abcdef0123456789abcdef provides 19.2.0',
    },
  ]);
});
