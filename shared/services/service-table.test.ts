import { getSiteDescription } from '@composed/apps/this-repository';
import { redirectPath } from '@shopwright/shared/contracts/redirect';
import { serviceTable } from './service-table';

test('the site says to builds where all that its services answer begins', () => {
  const { calls, signInPrefixes } = serviceTable;
  const answered = [...calls.map(({ path }) => path), redirectPath, ...signInPrefixes];
  const beginnings = new Set(answered.map((path) => /^\/[^/]+/.exec(path)?.[0]));
  expect([...beginnings].sort()).toEqual([...getSiteDescription().services].sort());
});
