import { sharedReact } from './shared-packages';

test('scripts and sheets that a remote would put into the page by a call are refused in words', () => {
  const { 'react-dom': dom = {} } = sharedReact;
  const call = (name: string) => (Reflect.get(dom, name) as () => void)();
  expect(() => call('preinit')).toThrow('import it in place of preinit');
  expect(() => call('preinitModule')).toThrow('import it in place of preinit');
});

// Apollo Client, for one, keeps what it makes of `useContext` on React itself.
test('libraries of a remote may write to what it shares, as on a page of their own', () => {
  for (const library of Object.values(sharedReact)) expect(Object.isFrozen(library)).toBe(false);
});
