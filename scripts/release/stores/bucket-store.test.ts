import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '../../testing/free-port';
import { aFolderSite } from '../../testing/release/a-folder';
import { hasGateway } from '../../setup/browser.mjs';
import { startGateway } from '../../testing/s3-gateway';
import { openClient } from './bucket-client';
import { BucketObjects } from './bucket-objects';
import { BucketStore } from './bucket-store';

jest.setTimeout(60_000);

let gateway: Awaited<ReturnType<typeof startGateway>>;
const place = { bucket: 'releases', prefix: 'shop/' };
const objects = () => new BucketObjects(place);

const describeWithGateway = hasGateway() ? describe : describe.skip;

describeWithGateway('a store in a bucket', () => {
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.createBucket('releases');
  }, 90_000);

  afterAll(() => gateway.stop());

  test('stands at public keys as a website serves it, previews too', async () => {
    const site = await aFolderSite({ store: new BucketStore(place) });
    await site.publishAll();
    await site.change({ name: 'preview', app: 'pricing', preview: 'spring' });
    const head = async (key: string) => {
      const found = await openClient().headObject({ Bucket: 'releases', Key: place.prefix + key });
      return [found.ContentType, found.CacheControl, found.ContentEncoding];
    };
    const page = 'text/html; charset=utf-8';
    const script = `assets/pricing/chunks/vendor.0001.js`;
    const year = 'max-age=31536000, immutable';
    expect(await head('index.html')).toEqual([page, 'no-cache', undefined]);
    expect(await head('404.html.br')).toEqual([page, 'no-cache', 'br']);
    expect(await head('preview/spring/index.html.gz')).toEqual([page, 'no-cache', 'gzip']);
    expect(await head(script)).toEqual(['text/javascript; charset=utf-8', year, undefined]);
    expect((await head(`${script}.br`)).slice(1)).toEqual([year, 'br']);
    await site.change({ name: 'preview-remove', preview: 'spring' });
    expect((await objects().list('preview/')).objects).toEqual([]);
    await site.dispose();
  });

  test('a page that somebody changed by hand is written again by the next command', async () => {
    const site = await aFolderSite({ store: new BucketStore(place) });
    await site.publishAll();
    const before = await objects().read('index.html');
    await objects().put('index.html', Buffer.from('mine'));
    expect((await site.type('verify')).err).toMatch(/^live leads to a part of/);
    await site.publishAll();
    expect(await objects().read('index.html')).toEqual(before);
    await site.dispose();
  });

  test('a store that lets two who create the same object succeed is refused', async () => {
    const careless = createServer((incoming, answer) => {
      incoming.resume();
      const empty = '<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>';
      answer.end(incoming.method === 'GET' ? empty : '');
    }).listen(await freePort(), '127.0.0.1');
    await once(careless, 'listening');
    const address = careless.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const client = openClient({ endpoint: `http://127.0.0.1:${port}` });
    const site = await aFolderSite({
      store: new BucketStore(place, new BucketObjects(place, client)),
    });
    const { code, err } = await site.type('publish', '--all');
    await site.dispose();
    careless.close();
    careless.closeAllConnections();
    expect(code).toBe(1);
    expect(err).toMatch(
      /of 32 who created the same object at once, 32 were told that they succeeded/,
    );
  });

  test.each([
    [
      { credentials: { accessKeyId: 'testkey', secretAccessKey: 'wrong' } },
      /credentials are not known/,
    ],
    [{ systemClockOffset: 86_400_000 }, /the clock of this machine is wrong; set it\.$/],
    [{ endpoint: 'http://127.0.0.1:1', maxAttempts: 1 }, /it does not answer \(.*ECONNREFUSED/],
  ])('says in one sentence what is wrong (%#)', async (config, sentence) => {
    const store = new BucketStore(place, new BucketObjects(place, openClient(config)));
    await expect(store.readLedger()).rejects.toThrow(sentence);
  });

  test('says that there is no such bucket', async () => {
    const store = new BucketStore({ bucket: 'nowhere', prefix: '' });
    await expect(store.readLedger()).rejects.toThrow(
      's3://nowhere cannot be used: there is no such bucket; create it, or correct SITE_STORE.',
    );
  });
});
