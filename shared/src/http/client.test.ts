import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getJson, postJson, type CallPath } from './client';

/** Sends the client's calls to a real server. Node's fetch needs an origin before each path. */
let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const received: {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}[] = [];
const requests: RequestInit[] = [];

function page(part: 'document' | 'location', value: object): void {
  Object.defineProperty(globalThis, part, { value, configurable: true });
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  Reflect.deleteProperty(globalThis, 'document');
  Reflect.deleteProperty(globalThis, 'location');
});

beforeEach(() => {
  received.length = 0;
  requests.length = 0;
  page('document', { cookie: 'XSRF-TOKEN=t0ken' });
  page('location', { href: `${origin}/signup/` });
  const real = globalThis.fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementation((path, init) => {
    requests.push(init ?? {});
    // Node has no page whose origin `same-origin` could compare.
    if (typeof path !== 'string') throw new TypeError('the client calls paths');
    return real(`${origin}${path}`, { ...init, mode: 'cors' });
  });
});

function answering(status: number, body: string, headers: Record<string, string> = {}) {
  answer = (_request, response) => response.writeHead(status, headers).end(body);
}

const limit = 2000;
const body = { user: { firstName: 'Ada', password: 'correct horse' } };
const both: [string, (path: CallPath, timeLimitMs?: number) => Promise<unknown>][] = [
  ['getJson', (path, ms = limit) => getJson(path, ms)],
  ['postJson', (path, ms = limit) => postJson(path, body, ms)],
];

it('getJson makes the same request as a preload: without a token, a header or a mode of its own', async () => {
  answering(200, '{"tables":{"MONTH":[]}}');
  await expect(getJson('/tables', limit)).resolves.toEqual({ tables: { MONTH: [] } });
  expect(received[0]?.headers['x-xsrf-token']).toBeUndefined();
  expect({ ...requests[0], signal: null }).toEqual({ credentials: 'same-origin', signal: null });
});

it('getJson fails for a body that is not JSON', async () => {
  answering(200, '<!doctype html>', { 'Content-Type': 'application/json' });
  await expect(getJson('/tables', limit)).rejects.toMatchObject({ name: 'SyntaxError' });
});

it('postJson sends the body as JSON with the current token', async () => {
  answering(201, '{}');
  await postJson('/create', body, limit);
  page('document', { cookie: 'XSRF-TOKEN=next' });
  await postJson('/create', body, limit);
  expect(received[0]).toMatchObject({ method: 'POST', url: '/create' });
  expect(received[0]?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(body);
  expect(received.map(({ headers }) => headers['x-xsrf-token'])).toEqual(['t0ken', 'next']);
});

it('postJson never leaves the origin: same-origin mode, no redirect, no cache', async () => {
  answering(201, '{}');
  await postJson('/create', body, limit);
  expect(requests[0]).toMatchObject({
    mode: 'same-origin',
    credentials: 'same-origin',
    redirect: 'error',
    cache: 'no-store',
  });
});

it('a success whose body breaks off is a success', async () => {
  answer = (_request, response) => {
    response.writeHead(201, { 'Content-Length': '100' });
    response.write('{');
    setTimeout(() => response.destroy(), 20);
  };
  await expect(postJson('/create', body, limit)).resolves.toBeUndefined();
});

it('a redirect of the create call is not followed', async () => {
  answering(307, '', { Location: '/elsewhere' });
  await expect(postJson('/create', body, limit)).rejects.toMatchObject({ name: 'TypeError' });
  expect(received.map(({ url }) => url)).toEqual(['/create']);
});

describe.each(both)('%s', (_name, call) => {
  it.each([400, 404, 503])(
    'fails at status %i, without what was sent in the error',
    async (status) => {
      answering(status, 'correct horse');
      await expect(call('/x')).rejects.toThrow(`/x: status ${status}`);
    },
  );

  it('gives up on a service that never responds', async () => {
    answer = () => undefined;
    await expect(call('/x', 40)).rejects.toThrow('aborted');
  });

  it('fails when the connection breaks', async () => {
    answer = (_request, response) => response.destroy();
    await expect(call('/x')).rejects.toMatchObject({ name: 'TypeError' });
  });
});

it('gives up on a body that hangs after its first part', async () => {
  answer = (_request, response) => {
    response.writeHead(200);
    response.write('{');
  };
  await expect(getJson('/tables', 60)).rejects.toThrow('aborted');
});

test('after a refused token a new one is requested, and the call is made once more', async () => {
  page('document', { cookie: 'XSRF-TOKEN=foreign' });
  const answers = [403, 204, 201, 403, 204, 403];
  answer = (_request, response) =>
    response.writeHead(answers.shift() ?? 500, { 'X-XSRF-TOKEN': 'fresh' }).end();
  await postJson('/manager/create', body, limit);
  await expect(postJson('/manager/create', body, limit)).rejects.toThrow('status 403');
  const calls = received.map(({ method, headers }) => [method, headers['x-xsrf-token']]);
  const once = [
    ['POST', 'foreign'],
    ['GET', undefined],
    ['POST', 'fresh'],
  ];
  expect(calls).toEqual([...once, ...once]);
  expect(received[2]?.body).toBe(received[0]?.body);
});
