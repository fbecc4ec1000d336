import { gzipSync } from 'node:zlib';
import { startUpstream } from '../testing/upstream';
import { readPrices } from './read-prices';

test('what the answer of a price service becomes is bounded', async () => {
  const packed = gzipSync(JSON.stringify(' '.repeat(2 * 1024 * 1024)));
  const prices = await startUpstream((response) => {
    response.setHeader('content-encoding', 'gzip').end(packed);
  });
  try {
    const reading = readPrices(prices.url, '/nowhere', null);
    await expect(reading).rejects.toThrow('the tables call answered more than 1048576 bytes');
  } finally {
    await prices.stop();
  }
});
