import { readdirSync } from 'node:fs';
import { apps } from './apps';
import { repositoryRoot } from './shared-packages';

test('the table of apps names the folders that there are', () => {
  const folders = readdirSync(repositoryRoot).filter((name) => /^(?:host$|remote-)/.test(name));
  expect(apps.map(({ folder }) => folder).sort()).toEqual(folders.sort());
});
