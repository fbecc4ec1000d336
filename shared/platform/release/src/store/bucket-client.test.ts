import { startUpstream } from '@composed/testing/server/upstream';
import { openClient } from './bucket-client';
import { BucketObjects } from './bucket-objects';

const environment = process.env;

afterEach(() => void (process.env = environment));

test.each(['', 'WHEN_SUPPORTED'])(
  'no checksum is sent unless the variable of the SDK asks for it: "%s"',
  async (wanted) => {
    process.env = { ...environment, AWS_REQUEST_CHECKSUM_CALCULATION: wanted };
    const { url, received, stop } = await startUpstream((response) => response.end());
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const client = openClient({ endpoint: url, region: 'r', credentials, maxAttempts: 1 });
    const objects = new BucketObjects({ bucket: 'releases', prefix: 'shop/' }, client);
    expect(await objects.create('a.js', Buffer.from('a release'))).toBe(true);
    const sent = received.flatMap(({ headers }) => Object.keys(headers));
    expect(sent.some((name) => name.includes('checksum'))).toBe(wanted !== '');
    await stop();
  },
);

test('an upload may take a minute', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] });
  const { url, stop } = await startUpstream(async (response) => {
    await jest.advanceTimersByTimeAsync(60_000);
    response.end();
  });
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const client = openClient({ endpoint: url, region: 'r', credentials, maxAttempts: 1 });
  const objects = new BucketObjects({ bucket: 'releases', prefix: 'shop/' }, client);
  expect(await objects.create('a.js', Buffer.from('a release'))).toBe(true);
  jest.useRealTimers();
  await stop();
});
