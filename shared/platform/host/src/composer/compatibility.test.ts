import { host, pricing } from '../testing/manifests';
import { findConflicts } from './compatibility';

test('every conflict of every remote with the host is reported', () => {
  const old = { ...pricing, shared: { react: '^18.0.0', zustand: '5' }, providesVersion: 2 };
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
        'it was built for version 2 of what hosts provide, and host 0123456789abcdef0123456789abcdef has version 1',
    },
    {
      app: 'signup',
      reason: 'it needs react >=20, and host 0123456789abcdef0123456789abcdef provides 19.2.0',
    },
  ]);
});

test('an origin that the site does not grant to the app is reported', () => {
  const connect = ['https://errors.example.com', 'https://tiles.example.com'];
  const outside = { connect: { 'https://tiles.example.com': ['pricing'] } };
  const asking = { ...pricing, outside: { connect } };
  const conflicts = findConflicts({ ...host, grants: { outside } }, [asking]);
  expect(conflicts.map(({ app }) => app)).toEqual(['pricing']);
  expect(conflicts[0]?.reason).toContain('it asks for https://errors.example.com (connect)');
});
