import { gzipSync } from 'node:zlib';
import { startUpstream } from '@composed/testing/server/upstream';
import { fetchJson } from './fetch-json';

test('the decompressed size of a response is limited', async () => {
  const copy = gzipSync(JSON.stringify(' '.repeat(2 * 1024 * 1024)));
  const prices = await startUpstream((response) => {
    response.setHeader('content-encoding', 'gzip').end(copy);
  });
  try {
    await expect(fetchJson(prices.url)).rejects.toThrow('answered more than 131072 bytes');
  } finally {
    await prices.stop();
  }
});
