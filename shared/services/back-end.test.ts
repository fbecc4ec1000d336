import { siteDescription } from '@composed/apps/this-repository';
import { redirectPath } from '@shopwright/shared/contracts/redirect';
import { backEnd } from './back-end';

test('the site says to builds where all that its services answer begins', () => {
  const { calls, signInPrefixes } = backEnd;
  const answered = [...calls.map(({ path }) => path), redirectPath, ...signInPrefixes];
  const beginnings = new Set(answered.map((path) => /^\/[^/]+/.exec(path)?.[0]));
  expect([...beginnings].sort()).toEqual([...siteDescription.services].sort());
});
