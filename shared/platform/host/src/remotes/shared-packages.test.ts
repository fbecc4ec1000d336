import { sharedReact } from './shared-packages';

// Apollo Client, for one, keeps what it makes of `useContext` on React itself.
test('libraries of a remote may write to what it shares, as on a page of their own', () => {
  for (const library of Object.values(sharedReact)) expect(Object.isFrozen(library)).toBe(false);
});
