import { promises } from 'node:fs';
import { readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { aLiveSite } from '@composed/testing/release/folder-site';
import { FolderStore } from './folder-store';
import { formatCanaryTarget } from './store';

let folder: string;
let store: FolderStore;

beforeEach(async () => {
  folder = temporaryFolder();
  store = new FolderStore(folder);
});

const bytes = (text: string) => Buffer.from(text);

test('removing a key removes its empty folders and nothing else', async () => {
  await store.putImmutable('assets/a/b/1.js', bytes('1'));
  await store.putImmutable('assets/c.js', bytes('c'));
  await store.remove('assets/a/b/1.js');
  await store.remove('assets/a/b/1.js');
  expect(await readdir(path.join(folder, 'assets'))).toEqual(['c.js']);
});

test('twenty revisions before the current one are kept, and older ones for an hour', async () => {
  for (let n = 0; n < 30; n += 1) await store.swapLedger(n, String(n + 1));
  expect(await readdir(path.join(folder, 'ledger'))).toHaveLength(30);
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  for (const name of await readdir(path.join(folder, 'ledger'))) {
    await utimes(path.join(folder, 'ledger', name), twoHoursAgo, twoHoursAgo);
  }
  await store.swapLedger(30, '31');
  expect(await readdir(path.join(folder, 'ledger'))).toHaveLength(21);
  expect((await store.readLedger())?.revision).toBe(31);
});

test('a copy beside the ledger is not a revision', async () => {
  await store.swapLedger(0, 'first');
  await writeFile(path.join(folder, 'ledger', '00000001.json~'), 'a copy');
  expect(await store.readLedger()).toEqual({ revision: 1, text: 'first' });
  expect(await store.swapLedger(1, 'second')).toBe(true);
});

test('a canary has one link for each visitor bucket below its share', async () => {
  await store.putImmutable('deployments/a/index.html', bytes('a'));
  for (const share of [5, 20, 5])
    await store.setAlias('canary', formatCanaryTarget({ share, deployment: 'a' }));
  expect([...(await store.aliases())]).toEqual([['canary', '5-a']]);
  expect(await readdir(path.join(folder, 'canary'))).toEqual(['00', '01', '02', '03', '04']);
  expect(await store.get('canary/04/index.html')).toEqual(bytes('a'));
  await store.putImmutable('deployments/b/index.html', bytes('b'));
  const target = formatCanaryTarget({ share: 5, deployment: 'b' });
  const rename = promises.rename.bind(promises);
  const killing = jest.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    if (String(to).endsWith('canary/03')) throw new Error('killed');
    await rename(from, to);
  });
  await expect(store.setAlias('canary', target)).rejects.toThrow('killed');
  killing.mockRestore();
  expect([...(await store.aliases())]).not.toContainEqual(['canary', target]);
  await store.setAlias('canary', target);
  expect([...(await store.aliases())]).toEqual([['canary', target]]);
  await store.setAlias('canary', null);
  expect([...(await store.aliases())]).toEqual([]);
  expect(await readdir(folder)).not.toContain('canary');
});

test('sweeping removes old temporary files and links, and keeps new ones', async () => {
  const temporary = path.join(folder, '.temporary');
  await store.putImmutable('assets/a.js', bytes('a'));
  await writeFile(path.join(temporary, 'old'), '');
  await writeFile(path.join(temporary, 'young'), '');
  await symlink('nowhere', path.join(temporary, 'young-link'));
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(path.join(temporary, 'old'), anHourAgo, anHourAgo);
  await store.sweep();
  expect(await readdir(temporary)).toEqual(['young', 'young-link']);
});

test('a process with a wrong clock sweeps no file that another is writing', async () => {
  const temporary = path.join(folder, '.temporary');
  await store.putImmutable('assets/a.js', bytes('a'));
  await writeFile(path.join(temporary, 'in-progress'), '');
  const tomorrow = Date.now() + 86_400_000;
  jest.spyOn(Date, 'now').mockReturnValue(tomorrow);
  await store.sweep();
  expect(await readdir(temporary)).toEqual(['in-progress']);
});

test('a revision counts as written if a network share retried the call', async () => {
  const link = promises.link.bind(promises);
  jest.spyOn(promises, 'link').mockImplementation(async (from, to) => {
    await link(from, to);
    await link(from, to);
  });
  expect(await store.swapLedger(0, 'one')).toBe(true);
  expect(await store.readLedger()).toEqual({ revision: 1, text: 'one' });
});

test('verify --store prints what it checked', async () => {
  const site = await aLiveSite();
  expect((await site.runCommandLine('verify', '--store')).out).toMatch(
    /^This account can write [^]*not tested/,
  );
  const { out } = await site.runCommandLine('verify', '--store', '--json');
  expect(out).toMatch(/"probed": "This account can write [^\n]*Hard links/);
});
