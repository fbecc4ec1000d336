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

test('an ungranted origin is reported with the line that would grant it', () => {
  const connect = ['https://errors.example.com', 'https://tiles.example.com'];
  const asking = { ...pricing, outside: { connect, script: ['https://js.example.com'] } };
  const outside = { connect: { 'https://tiles.example.com': ['signup'] } };
  const grants = { connect: { 'https://tiles.example.com': ['signup', 'pricing'] } };
  const refused = (source: string, kind: string, line: string, more = '') => ({
    app: 'pricing',
    reason: `it asks for ${source} (${kind}), which the site does not grant: the owner of the host writes ${line} under site.outside.${kind} in the package.json that describes the site, and publishes the host.${more}`,
  });
  const errors = refused(
    'https://errors.example.com',
    'connect',
    '"https://errors.example.com":["pricing"]',
  );
  const script = refused(
    'https://js.example.com',
    'script',
    '"https://js.example.com":["pricing"]',
    ' A script of another origin may change at any time, and does in the page what it likes.',
  );
  expect(findConflicts({ ...host, grants: { outside } }, [asking])).toEqual([
    errors,
    refused(
      'https://tiles.example.com',
      'connect',
      '"https://tiles.example.com":["signup","pricing"]',
    ),
    script,
  ]);
  expect(findConflicts({ ...host, grants: { outside: grants } }, [asking])).toEqual([
    errors,
    script,
  ]);
});
