import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { describeWithGateway } from '@composed/testing/store/s3-gateway';
import { BucketStore } from './bucket-store';
import { FolderStore } from './folder-store';
import type { Store } from './store';

/* Abilities of every store, on a real disk and on a real gateway. */

const bytes = (text: string) => Buffer.from(text);

/** @param openAt opens the store of this name, as often as it is asked to */
function keepsTheContract(openAt: (name: string) => Store) {
  let open: () => Store;
  let store: Store;

  beforeEach(() => {
    const name = randomUUID();
    open = () => openAt(name);
    store = open();
  });

  test.each([-40, 40])(
    'it has its own time if the clock of the process is %d days off',
    async (days) => {
      const real = Date.now();
      const off = days * 86_400_000;
      const moved = jest.spyOn(Date, 'now').mockImplementation(() => real + off);
      try {
        const now = await open().now();
        expect(Math.abs(now.getTime() - real)).toBeLessThan(15 * 60_000);
      } finally {
        moved.mockRestore();
      }
    },
  );

  test('an object can be read and put again, but not replaced', async () => {
    await store.putImmutable('assets/pricing/a.js', bytes('one'));
    await store.putImmutable('assets/pricing/a.js', bytes('one'));
    await expect(store.putImmutable('assets/pricing/a.js', bytes('two'))).rejects.toThrow(
      'assets/pricing/a.js is already in the store with other bytes',
    );
    expect(await store.get('assets/pricing/a.js')).toEqual(bytes('one'));
    expect(await store.get('assets/pricing/b.js')).toBeNull();
    expect(await store.get('assets/pricing')).toBeNull();
  });

  test.each(['../out', '/etc/passwd', 'a//b', 'a/./b', 'a\\b', '', 'a/../../b', 'a b'])(
    'the key %j is refused',
    async (key) => {
      await expect(store.putImmutable(key, bytes('x'))).rejects.toThrow(
        'is not a key of the store',
      );
    },
  );

  test('a list is sorted, and has only keys with its prefix', async () => {
    await store.putImmutable('assets/b/2.js', bytes('22'));
    await store.putImmutable('assets/b/1.js', bytes('1'));
    await store.putImmutable('assets/bb/3.js', bytes('3'));
    const listed = await store.list('assets/b/');
    expect(listed.map(({ key, bytes: size }) => [key, size])).toEqual([
      ['assets/b/1.js', 1],
      ['assets/b/2.js', 2],
    ]);
    expect(await store.list('nothing/')).toEqual([]);
  });

  test('sizes are returned of existing objects, however many are requested', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `assets/a/chunks/${n}.js`);
    for (const name of ['assets/a/1.js', 'releases/a/v1/release.json', ...names.slice(3)]) {
      await store.putImmutable(name, bytes(name));
    }
    await store.putDeployment('abc', new Map([['index.html', bytes('page')]]), bytes('index'));
    const few = ['assets/a/1.js', 'assets/a/2.js', 'assets/a/chunks'];
    expect([...(await open().sizesOf(few))]).toEqual([['assets/a/1.js', 13]]);
    const allKeys = [...names, 'releases/a/v1/release.json', 'assets/b/1.js', ...few];
    const pages = ['deployments/abc.json', 'deployments/abc/index.html', 'deployments/abd.json'];
    const sizes = await open().sizesOf([...allKeys, ...pages]);
    expect(sizes.get('deployments/abc/index.html')).toBe(4);
    expect([...sizes.keys()].sort()).toEqual(
      [...allKeys, ...pages]
        .filter((key) => !/abd|b\/1|a\/2|chunks(?:\/[012]\.js)?$/.test(key))
        .sort(),
    );
  });

  test('a swap from an old revision changes nothing, and earlier revisions are kept', async () => {
    await store.swapLedger(0, 'one');
    await store.swapLedger(1, 'two');
    expect(await open().readLedger(1)).toEqual({ revision: 1, text: 'one' });
    expect(await open().readLedger(3)).toBeNull();
    expect(await store.swapLedger(1, 'late')).toBe(false);
    expect(await store.swapLedger(5, 'early')).toBe(false);
    expect(await store.readLedger()).toEqual({ revision: 2, text: 'two' });
  });

  test('a removed or moved key no longer exists', async () => {
    await store.putImmutable('assets/a/1.js', bytes('1'));
    await store.move('assets/a/1.js', 'trash/assets/a/1.js');
    await store.move('assets/a/1.js', 'trash/assets/a/1.js');
    expect(await store.get('assets/a/1.js')).toBeNull();
    expect(await store.get('trash/assets/a/1.js')).toEqual(bytes('1'));
    await store.remove('trash/assets/a/1.js');
    await store.remove('trash/assets/a/1.js');
    expect(await open().list('trash/')).toEqual([]);
  });

  test('a deployment is stored with its files and its index', async () => {
    const files = new Map([
      ['index.html', bytes('page')],
      ['index.html.br', bytes('small page')],
    ]);
    await store.putDeployment('abc', files, bytes('index'));
    await open().putDeployment('abc', files.set('index.html.br', bytes('other')), bytes('index'));
    expect(await open().get('deployments/abc.json')).toEqual(bytes('index'));
    expect(await open().get('deployments/abc/index.html')).toEqual(bytes('page'));
    expect(await open().get('deployments/abc/index.html.br')).toEqual(bytes('small page'));
    expect(await open().get('deployments/abc/other.html')).toBeNull();
    expect(await open().get('deployments/abd.json')).toBeNull();
  });

  test('an alias can be set, moved and removed', async () => {
    for (const id of ['a', 'b']) {
      await store.putDeployment(id, new Map([['index.html', bytes(id)]]), bytes('{}'));
    }
    await store.setAlias('live', 'a');
    await store.setAlias('previews/spring', 'b');
    await store.setAlias('live', 'b');
    expect([...(await open().aliases())]).toEqual([
      ['live', 'b'],
      ['previews/spring', 'b'],
    ]);
    await store.setAlias('previews/spring', null);
    expect([...(await open().aliases())]).toEqual([['live', 'b']]);
  });

  test('of 32 concurrent creations of a key exactly one succeeds', async () => {
    await store.checkAccess('conditions');
    const outcomes = Array.from({ length: 32 }, (_, n) => open().swapLedger(0, String(n)));
    expect((await Promise.all(outcomes)).filter(Boolean)).toHaveLength(1);
    expect(await open().list('probe/')).toEqual([]);
  });
}

describe('a store in a folder', () => {
  const folder = temporaryFolder();
  keepsTheContract((name) => new FolderStore(path.join(folder, name)));
});

describeWithGateway('a store in a bucket', 'contract', () => {
  keepsTheContract((name) => new BucketStore({ bucket: 'contract', prefix: `${name}/` }));
});
