import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { serverOptions } from '../server-options';
import { hostileInputs } from '../../testing/services/hostile-inputs';
import { redirectRoute } from './redirect';

let fastify: FastifyInstance;
let port: number;

beforeAll(async () => {
  fastify = Fastify(serverOptions);
  await fastify.register(redirectRoute, { storeUi: 'https://store.example.com' });
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
});

afterAll(() => fastify.close());

/** The whole answer to a request line, written byte by byte as given: no client library mends it. */
async function ask(method: string, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (data: string) => (answer += data));
  socket.on('error', () => undefined);
  socket.end(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return answer;
}

test('the address that the site links to leads to the store UI', async () => {
  const answer = await ask('GET', signInPath);
  expect(answer).toMatch(/^HTTP\/1\.1 302 /);
  expect(answer).toMatch(
    /\r\nlocation: https:\/\/store\.example\.com\/oauth2\/authorization\/keycloak\r\n/i,
  );
});

/** These end the request line early, so what arrives is another request than the input. */
const breaksTheLine = /[\s\0]/;

test('no hostile input is redirected, however it is written on the wire', async () => {
  const accepted: string[] = [];
  for (const input of hostileInputs.filter((text) => !breaksTheLine.test(text))) {
    const answer = await ask('GET', input);
    if (/\r\nlocation:/i.test(answer) || !/^HTTP\/1\.1 4\d\d /.test(answer)) accepted.push(input);
  }
  expect(accepted).toEqual([]);
});

test('a request line broken into several never leads elsewhere', async () => {
  const inputs = hostileInputs.filter((text) => breaksTheLine.test(text));
  expect(inputs.length).toBeGreaterThan(5);
  for (const input of inputs) {
    const answer = await ask('GET', input);
    for (const [, location] of answer.matchAll(/\r\nlocation: ([^\r]*)/gi)) {
      expect(location).toBe('https://store.example.com/oauth2/authorization/keycloak');
    }
    expect(answer).not.toMatch(/evil|set-cookie/i);
  }
});

test('whatever else is under the path is refused with 400 and a reason', async () => {
  for (const target of ['/redirect', '/redirect/', '/redirect/internal/x', '/redirect/internal']) {
    const answer = await ask('GET', target);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"reason":"');
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is refused with 405, even for the right address',
  async (method) => {
    const answer = await ask(method, signInPath);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nallow: GET, HEAD\r\n/i);
    expect(answer).not.toMatch(/\r\nlocation:/i);
  },
);
