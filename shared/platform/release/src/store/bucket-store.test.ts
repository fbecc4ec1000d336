import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { aFolderSite, aLiveSite } from '@composed/testing/release/folder-site';
import { describeWithGateway, openPublicKeys } from '@composed/testing/store/s3-gateway';
import { startS3Proxy } from '@composed/testing/store/s3-proxy';
import { startUpstream } from '@composed/testing/server/upstream';
import { openClient } from './bucket-client';
import { BucketObjects } from './bucket-objects';
import { BucketStore } from './bucket-store';

const location = { bucket: 'releases', prefix: 'shop/' };
const objects = () => new BucketObjects(location);

describeWithGateway('a store in a bucket', 'releases', (gateway) => {
  test('has public keys as a website serves them, for previews too', async () => {
    const site = await aLiveSite({ store: new BucketStore(location) });
    await site.change({ name: 'preview', app: 'pricing', preview: 'spring' });
    const head = async (key: string) => {
      const found = await openClient().headObject({
        Bucket: 'releases',
        Key: location.prefix + key,
      });
      return [found.ContentType, found.CacheControl, found.ContentEncoding];
    };
    const page = 'text/html; charset=utf-8';
    const script = `assets/pricing/chunks/vendor.0001.js`;
    const year = 'max-age=31536000, immutable';
    expect(await head('index.html')).toEqual([page, 'no-cache, no-transform', undefined]);
    expect(await head('404.html.br')).toEqual([page, 'no-cache, no-transform', 'br']);
    expect(await head('preview/spring/index.html.br')).toEqual([
      page,
      'no-cache, no-transform',
      'br',
    ]);
    expect((await objects().list('')).objects.map(({ key }) => key)).not.toContain('index.html.gz');
    expect(await head(script)).toEqual(['text/javascript; charset=utf-8', year, undefined]);
    expect((await head(`${script}.br`)).slice(1)).toEqual([year, 'br']);
    await site.change({ name: 'preview-remove', preview: 'spring' });
    expect((await objects().list('preview/')).objects).toEqual([]);
  });

  test('status reads no page, however many there are', async () => {
    const own = { bucket: 'releases', prefix: 'status/' };
    const site = await aLiveSite({ store: new BucketStore(own) });
    await site.publish('pricing', 'v2');
    const read = jest.spyOn(BucketObjects.prototype, 'read');
    const later = aFolderSite({ store: new BucketStore(own) });
    expect(await later.status()).toContain('Rollback: pricing');
    const keys = read.mock.calls.map(([key]) => key);
    read.mockRestore();
    expect(keys).toContain('live.alias');
    expect(keys.filter((key) => key.startsWith('deployments/'))).toEqual([]);
  });

  test('everybody can read the public files, and nothing else', async () => {
    await gateway().createBucket('open');
    const at = { bucket: 'open', prefix: 'shop/' };
    await openPublicKeys(at);
    const site = await aLiveSite({ store: new BucketStore(at) });
    await site.change({ name: 'preview', app: 'pricing', preview: 'spring' });
    const { objects: allObjects } = await new BucketObjects(at).list('');
    const statuses = allObjects.map(async ({ key }) => {
      const { status } = await fetch(`${gateway().url}/open/shop/${key}`);
      return [key, status] as const;
    });
    const isPublic = /^(?:preview\/spring\/)?(?:assets\/|[^/]+$)/;
    const wanted = allObjects.map(({ key }) => [key, isPublic.test(key) ? 200 : 403] as const);
    expect(await Promise.all(statuses)).toEqual(wanted);
    expect(wanted.map(([, status]) => status)).toEqual(expect.arrayContaining([200, 403]));
    expect(wanted.map(([key]) => key)).toContainEqual(expect.stringMatching(/server\.cjs$/));
    expect(wanted).toContainEqual([expect.stringMatching(/\/maps\/main\.\w+\.js\.map$/), 403]);
  });

  test('a page that was changed by hand is written again by the next command', async () => {
    const site = await aLiveSite({ store: new BucketStore(location) });
    const before = await objects().read('index.html');
    await objects().put('index.html', Buffer.from('mine'));
    expect((await site.runCommandLine('verify')).err).toMatch(/^live leads to a part of/);
    await site.publishAll();
    expect(await objects().read('index.html')).toEqual(before);
  });

  test('a store that lets two processes create the same object is refused', async () => {
    const empty = '<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>';
    const careless = await startUpstream((response, { method }) =>
      response.end(method === 'GET' ? empty : ''),
    );
    const client = openClient({ endpoint: careless.url });
    const site = aFolderSite({
      store: new BucketStore(location, new BucketObjects(location, client)),
    });
    const { code, err } = await site.runCommandLine('publish', '--all');
    await careless.stop();
    expect(code).toBe(1);
    expect(err).toMatch(
      /of 32 concurrent attempts to create the same object, 32 were reported as successful/,
    );
  });

  test.each<[S3ClientConfig, RegExp, string?]>([
    [
      {},
      /^s3:\/\/nowhere\/shop cannot be used: there is no such bucket; create it, or correct SITE_STORE\.$/,
      'nowhere',
    ],
    [
      { credentials: { accessKeyId: 'testkey', secretAccessKey: 'wrong' } },
      /does not know these credentials/,
    ],
    [{ systemClockOffset: 86_400_000 }, /the clock of this machine is wrong; set it\.$/],
    [{ endpoint: 'http://127.0.0.1:1', maxAttempts: 1 }, /it does not answer \(.*ECONNREFUSED/],
  ])('reports a failure in one sentence (%#)', async (config, sentence, bucket = 'releases') => {
    const at = { ...location, bucket };
    const store = new BucketStore(at, new BucketObjects(at, openClient(config)));
    await expect(store.readLedger()).rejects.toThrow(sentence);
  });

  test.each<[number, string, RegExp]>([
    [
      403,
      'AccessDenied',
      /these credentials do not allow it; .* shared\/platform\/OPERATING\.md lists\.$/,
    ],
    [301, 'PermanentRedirect', /it is in another region; set AWS_REGION to that of the bucket\.$/],
    [400, 'AuthorizationHeaderMalformed', /it is in another region; set AWS_REGION/],
    [
      409,
      'ConditionalRequestConflict',
      /others are writing the same object; try again in a moment\.$/,
    ],
    [501, 'NotImplemented', /it answered 501 NotImplemented; it may not support If-None-Match/],
  ])('explains the response %i %s in one sentence', async (status, code, sentence) => {
    const proxy = await startS3Proxy(gateway().url);
    proxy.fateOf = () => [status, code];
    const config = { endpoint: proxy.url };
    const store = new BucketStore(location, new BucketObjects(location, openClient(config)));
    await expect(store.readLedger()).rejects.toThrow(sentence);
    await expect(store.putImmutable('assets/a/b.js', Buffer.from(''))).rejects.toThrow(sentence);
    await proxy.stop();
  });
});
