import Fastify from 'fastify';
import { serverOptions } from './server-options';

test('a server has limits for slow and oversized requests', () => {
  const { server } = Fastify(serverOptions);
  expect(server.requestTimeout).toBe(15_000);
  expect(server.headersTimeout).toBe(10_000);
});
