import type { ReleaseManifest } from '@shopwright/shared/contracts/release-manifest';
import { findConflicts } from './compatibility';

const pricing: ReleaseManifest = {
  app: 'pricing',
  version: '0123456789ab',
  contract: 1,
  entry: 'entry.0a.js',
  files: {},
  server: { bytes: 1, integrity: `sha384-${'a'.repeat(64)}` },
  exposes: {},
  calls: [],
  shared: { react: '^19.1.0' },
  builtAt: '2026-03-01T00:00:00.000Z',
  revision: null,
};
const host = { ...pricing, app: 'host', shared: { react: '19.2.0' } };

test('every remote in conflict with the host is named, with every conflict', () => {
  const old = { ...pricing, shared: { react: '^18.0.0', zustand: '5' }, contract: 2 };
  const signup = { ...pricing, app: 'signup', shared: { react: '>=20' } };
  expect(findConflicts(host, [pricing, old, signup])).toEqual([
    { app: 'pricing', reason: 'it needs react ^18.0.0, and host 0123456789ab provides 19.2.0' },
    { app: 'pricing', reason: 'it needs zustand 5, and host 0123456789ab provides none' },
    {
      app: 'pricing',
      reason: 'it was built for contract 2, and host 0123456789ab keeps contract 1',
    },
    { app: 'signup', reason: 'it needs react >=20, and host 0123456789ab provides 19.2.0' },
  ]);
});

test('a new contract of one remote concerns no other', () => {
  const newer = { ...host, contracts: { pricing: 2 } };
  const signup = { ...pricing, app: 'signup' };
  expect(findConflicts(newer, [pricing, signup])).toEqual([
    {
      app: 'pricing',
      reason: 'it was built for contract 1, and host 0123456789ab keeps contract 2',
    },
  ]);
  expect(findConflicts(newer, [{ ...pricing, contract: 2 }, signup])).toEqual([]);
});
