import { site } from '@composed/apps/shared-packages';
import { backEnd } from './back-end';

test('the site says to builds where all that its services answer begins', () => {
  const { prefixes, redirect } = backEnd.signIn;
  const answered = [...backEnd.calls, redirect].map(({ path }) => path);
  const beginnings = new Set([...answered, ...prefixes].map((path) => /^\/[^/]+/.exec(path)?.[0]));
  expect([...beginnings].sort()).toEqual([...site.services].sort());
});
