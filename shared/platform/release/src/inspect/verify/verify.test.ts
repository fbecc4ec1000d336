import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { composeWith } from '@composed/testing/release/fake-compose';

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
});

test('verify finds files that a server might take for a compressed copy or a page', async () => {
  const { live } = await site.ledger();
  const pages = `deployments/${live?.deployment ?? ''}`;
  for (const key of ['assets/pricing/img/stall.0002.webp.br', `${pages}/terms.html`]) {
    await writeFile(path.join(site.folder, key), 'mine');
    const reason = 'was not published; delete it';
    expect(await site.damages()).toEqual([{ key, reason }]);
    await rm(path.join(site.folder, key));
  }
  const changed = 'assets/pricing/chunks/vendor.0001.js.br';
  await writeFile(path.join(site.folder, changed), 'mine');
  expect(await site.damages()).toMatchObject([{ key: changed }]);
});

test('verify finds a page that its releases do not compose to', async () => {
  const compose = composeWith((pages) => pages.set('index.html', Buffer.from('another page')));
  const other = site.again({ compose });
  const { code, err } = await other.runCommandLine('verify');
  expect(code).toBe(1);
  expect(err).toMatch(
    /^deployments\/\w+\/index\.html is not the page that its releases compose to$/m,
  );
});
