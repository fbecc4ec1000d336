import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { serverOptions } from './server-options';
import { accountsServer } from '../testing/services/accounts-server';
import { removeTemporaryFolders, temporaryFolder } from '../testing/services/temporary-folder';

afterAll(removeTemporaryFolders);

/** Writes the pieces one after another and returns what comes back before the connection ends. */
async function trickle(url: string, pieces: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (data: string) => (answer += data));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await wait(40);
  }
  await closed;
  return answer;
}

test('a server has limits for slow and oversized requests', () => {
  const { server } = Fastify(serverOptions);
  expect(server.requestTimeout).toBe(15_000);
  expect(server.headersTimeout).toBe(10_000);
  expect(server.keepAliveTimeout).toBe(65_000);
});

test('a body that trickles in is ended with 408 once the time is over', async () => {
  const { fastify } = await accountsServer(
    temporaryFolder(),
    {},
    {
      requestTimeout: 300,
      http: { headersTimeout: 200, connectionsCheckingInterval: 30 },
    },
  );
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const head =
    `POST ${createAccountPath} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    'Cookie: XSRF-TOKEN=t\r\nX-XSRF-TOKEN: t\r\nContent-Length: 1000\r\n\r\n';
  const byteByByte = Array.from({ length: 50 }, () => ' ');
  expect(await trickle(url, [head, ...byteByByte])).toMatch(/^HTTP\/1\.1 408 /);
  expect(await trickle(url, ['POST / HTTP/1.1\r\n', ...byteByByte])).toMatch(/^HTTP\/1\.1 4\d\d /);
  await fastify.close();
});

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a bad length', `POST ${createAccountPath} HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n`],
  ['two lengths', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx`],
  [
    'length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a huge header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
])('a request that is %s is ended with a 4xx', async (_name, request) => {
  const { fastify } = await accountsServer(temporaryFolder());
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  expect(await trickle(url, [request])).toMatch(/^HTTP\/1\.1 4\d\d /);
  await fastify.close();
});
