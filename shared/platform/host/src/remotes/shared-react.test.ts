import { sharedReact } from './shared-react';

// Apollo Client, for one, keeps what it makes of `useContext` on React itself.
test('shared packages are not frozen, since libraries of remotes may write to them', () => {
  for (const library of Object.values(sharedReact)) expect(Object.isFrozen(library)).toBe(false);
});
