import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { hostileInputs } from '../../tests/helpers/services/hostile-inputs';
import { serverOptions } from '../../platform/calls/server-options';
import { isAllowed, redirectRoute } from './redirect';

const swapped = '/redirect/internal?path=/oauth2/authorization/keycloak&serviceName=store-ui';
const target = 'https://store.example.com/oauth2/authorization/keycloak';

let fastify: FastifyInstance;
let port: number;

beforeAll(async () => {
  fastify = Fastify(serverOptions);
  await fastify.register(redirectRoute, { storeUi: 'https://store.example.com' });
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
});

afterAll(() => fastify.close());

/** The whole response to a request line, written byte by byte as given: a client library would repair it. */
async function ask(method: string, address: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.setEncoding('latin1').on('data', (data: string) => (response += data));
  socket.on('error', () => undefined);
  socket.end(`${method} ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return response;
}

test.each([signInPath, swapped])('%s leads to the store UI', async (address) => {
  const response = await ask('GET', address);
  expect(response).toMatch(/^HTTP\/1\.1 302 /);
  expect(response).toContain(`\r\nlocation: ${target}\r\n`);
});

/** These end the request line early, so what arrives is another request than the input. */
const breaksTheLine = /[\s\0]/;

test('no hostile input is redirected, however it is written on the wire', async () => {
  expect(hostileInputs.length).toBeGreaterThanOrEqual(200);
  const accepted: string[] = [];
  for (const input of hostileInputs) {
    const response = await ask('GET', input);
    const isRefused = /^HTTP\/1\.1 4\d\d /.test(response) && !/\r\nlocation:/i.test(response);
    if (!breaksTheLine.test(input) && !isRefused) accepted.push(input);
    if (isAllowed(input) || /evil|set-cookie/i.test(response)) accepted.push(input);
    for (const [, location] of response.matchAll(/\r\nlocation: ([^\r]*)/gi)) {
      if (location !== target) accepted.push(input);
    }
  }
  expect(accepted).toEqual([]);
});

test('any edit of the allowed address is refused', () => {
  const edit = fc.record({
    at: fc.nat(signInPath.length),
    remove: fc.nat(4),
    insert: fc.string({ unit: 'binary', maxLength: 6 }),
  });
  fc.assert(
    fc.property(edit, ({ at, remove, insert }) => {
      const edited = signInPath.slice(0, at) + insert + signInPath.slice(at + remove);
      fc.pre(edited !== signInPath && edited !== swapped);
      expect(isAllowed(edited)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

test('whatever else is under the path is refused with 400 and a reason', async () => {
  for (const address of ['/redirect', '/redirect/', '/redirect/internal/x', '/redirect/internal']) {
    const response = await ask('GET', address);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('{"reason":"');
  }
});

test('other methods are refused with 405, even for the right address', async () => {
  const response = await ask('POST', signInPath);
  expect(response).toMatch(/^HTTP\/1\.1 405 /);
  expect(response).toMatch(/\r\nallow: GET, HEAD\r\n/i);
  expect(response).not.toMatch(/\r\nlocation:/i);
});
