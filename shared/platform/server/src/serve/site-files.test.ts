import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify from 'fastify';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { aLiveSite } from '@composed/testing/release/folder-site';
import { followBucket, followFolder } from './site-files';
import { sitePlugin } from './site-plugin';

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  for (const [name, text] of Object.entries({
    'deployments/aaa/index.html': 'first',
    'deployments/aaa/index.html.br': 'first in brotli',
    'deployments/aaa/index.html.gz': 'first in gzip',
    'deployments/bbb/index.html': 'second',
    'assets/pricing/stall.webp': 'picture',
  })) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  await symlink('deployments/aaa', path.join(folder, 'live'));
});

async function point(deployment: string) {
  await symlink(`deployments/${deployment}`, path.join(folder, 'next'));
  await rename(path.join(folder, 'next'), path.join(folder, 'live'));
}

const copies = { br: 'first in brotli', gzip: 'first in gzip', none: 'first' };

test('the accepted encoding chooses the copy, and each copy has its own ETag', async () => {
  const { readSiteFile } = followFolder(folder);
  const tags = new Map<string, string | undefined>();
  for (const [header, coding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip;q=1.0', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'none'],
    ['', 'none'],
  ] as const) {
    const file = await readSiteFile('live', 'index.html', header);
    expect([file?.coding ?? 'none', file?.body.toString()]).toEqual([coding, copies[coding]]);
    tags.set(coding, file?.etag);
  }
  expect(new Set(tags.values()).size).toBe(3);
});

test('a file without compressed copies is served as it is', async () => {
  await writeFile(path.join(folder, 'assets/pricing/stall.webp.br'), 'mine');
  await writeFile(path.join(folder, 'assets/pricing/stall.webp.gz'), 'mine');
  const { readSiteFile } = followFolder(folder);
  const file = await readSiteFile('assets', 'pricing/stall.webp', 'br, gzip');
  expect([file?.coding, file?.body.toString()]).toEqual([null, 'picture']);
});

test('a deploy shows with the next request, under another ETag', async () => {
  const { readSiteFile: read } = followFolder(folder);
  const before = await read('live', 'index.html', '');
  await point('bbb');
  const after = await read('live', 'index.html', '');
  expect(after?.body.toString()).toBe('second');
  expect(after?.etag).not.toBe(before?.etag);
  await point('aaa');
  expect(await read('live', 'index.html', '')).toEqual(before);
});

test('a file that was repaired on the disk is read again', async () => {
  const { readSiteFile: read } = followFolder(folder);
  expect((await read('assets', 'pricing/stall.webp', ''))?.body.toString()).toBe('picture');
  const file = path.join(folder, 'assets/pricing/stall.webp');
  await writeFile(`${file}.new`, 'PICTURE');
  await rename(`${file}.new`, file);
  expect((await read('assets', 'pricing/stall.webp', ''))?.body.toString()).toBe('PICTURE');
});

test('requests for missing files read the store once', async () => {
  const site = await aLiveSite();
  const { store } = site.tool;
  const lists = jest.spyOn(store, 'list');
  const gets = jest.spyOn(store, 'get');
  const { readSiteFile, stop } = await followBucket(store, Fastify().log);
  [lists, gets].forEach((calls) => calls.mockClear());
  const asked = Array.from({ length: 50 }, (_, n) => readSiteFile('assets', `host/${n}.js`, 'br'));
  expect(new Set(await Promise.all(asked))).toEqual(new Set([null]));
  // Other calls of the store follow the ledger.
  const ofAssets = [lists, gets].map(({ mock }) =>
    mock.calls.filter(([key]) => key.startsWith('assets/')),
  );
  expect(ofAssets.map(({ length }) => length)).toEqual([1, 0]);
  await store.putImmutable('assets/host/new.js', Buffer.from('of a newer page'));
  expect((await readSiteFile('assets', 'host/new.js', 'br'))?.body.toString()).toBe(
    'of a newer page',
  );
  await stop();
});

test('while the store is unavailable, invalid addresses are missing and others fail', async () => {
  const fastify = Fastify();
  const readSiteFile = () => Promise.reject(new Error('unavailable'));
  await fastify.register(sitePlugin, {
    files: { readSiteFile, getsCanary: () => false },
    hstsScope: null,
  });
  const statusOf = async (url: string) => (await fastify.inject(url)).statusCode;
  expect(await statusOf('/nowhere/at.all')).toBe(404);
  expect(await statusOf('/assets/host/main.js')).toBe(503);
  await fastify.close();
});
