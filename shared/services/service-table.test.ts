import { getSiteDescription } from '@composed/apps/this-repository';
import { redirectPath } from '@shopwright/shared/contracts/sign-in-redirect';
import { serviceTable } from './service-table';

test('builds know the first segment of every address of the services', () => {
  const { calls, signInPrefixes } = serviceTable;
  const answered = [...calls.map(({ path }) => path), redirectPath, ...signInPrefixes];
  const beginnings = new Set(answered.map((path) => /^\/[^/]+/.exec(path)?.[0]));
  expect([...beginnings].sort()).toEqual([...getSiteDescription().services].sort());
});
