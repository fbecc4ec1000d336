import { startUpstream, text } from '../../../tests/helpers/upstream';
import { openClient } from './bucket-client';
import { BucketObjects } from './bucket-objects';

const place = { bucket: 'releases', prefix: 'shop/' };
const environment = process.env;

afterEach(() => void (process.env = environment));

/** A store that keeps objects, and answers 501 to whoever sends one of these headers. */
async function startStore(unknown: readonly string[]) {
  const stored = new Map<string, Buffer>();
  const upstream = await startUpstream((response, received) => {
    const { method, headers, body } = received;
    const path = received.path.replace(/\?.*/, '');
    if (unknown.some((name) => name in headers))
      return text('<Error><Code>NotImplemented</Code></Error>', 501)(response, received);
    if (method === 'PUT') stored.set(path, body);
    if (method === 'DELETE') stored.delete(path);
    const found = stored.get(path);
    if (method === 'GET' && !found)
      return text('<Error><Code>NoSuchKey</Code></Error>', 404)(response, received);
    return response.end(method === 'GET' ? found : '');
  });
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const client = openClient({ endpoint: upstream.url, region: 'r', credentials, maxAttempts: 1 });
  const objects = new BucketObjects(place, client);
  return { stored, objects, upstream };
}

const sums = ['x-amz-checksum-crc32', 'x-amz-sdk-checksum-algorithm', 'x-amz-checksum-mode'];
const bytes = Buffer.from('a release');

test('a store that knows no checksums works', async () => {
  process.env = { ...environment, AWS_REQUEST_CHECKSUM_CALCULATION: '' };
  const { objects, upstream } = await startStore(sums);
  expect(await objects.create('a.js', bytes)).toBe(true);
  expect(await objects.read('a.js')).toEqual(bytes);
  await upstream.stop();
});

test('who sets the SDK’s variable gets its checksums, and is told no reason that nobody looked for', async () => {
  process.env = { ...environment, AWS_REQUEST_CHECKSUM_CALCULATION: 'WHEN_SUPPORTED' };
  const { objects, upstream } = await startStore(sums);
  await expect(objects.create('a.js', bytes)).rejects.toThrow(
    's3://releases/shop cannot be used: it answered 501 NotImplemented.',
  );
  await upstream.stop();
});

test('a store that takes objects but no conditions is told of', async () => {
  const { objects, upstream, stored } = await startStore(['if-none-match']);
  await expect(objects.create('a.js', bytes)).rejects.toThrow(
    /cannot create an object only where there is none \(If-None-Match\)/,
  );
  expect(stored.size).toBe(0);
  await upstream.stop();
});
