import { once } from 'node:events';
import { createServer } from 'node:http';
import { devOrigin, isLocalOrigin, redirectToHostname, socketUrl } from './dev-origin';

test('a dev server accepts pages of this machine only', () => {
  expect(['http://localhost:3000', 'http://localhost'].map(isLocalOrigin)).toEqual([true, true]);
  for (const origin of ['', 'null', 'https://evil.example', 'http://localhost.evil.example'])
    expect(isLocalOrigin(origin)).toBe(false);
});

const host = { port: 3000 };

test.each([
  [undefined, 'http://localhost:3000', 'ws://localhost:3000/ws'],
  ['', 'http://localhost:3000', 'ws://localhost:3000/ws'],
  ['http://192.168.1.20:{port}', 'http://192.168.1.20:3000', 'ws://192.168.1.20:3000/ws'],
  ['https://{port}.dev.example', 'https://3000.dev.example', 'wss://3000.dev.example:443/ws'],
  ['http://d{port}.example/', 'http://d3000.example', 'ws://d3000.example:80/ws'],
])(
  'with DEV_URL %j the host is at %s, and its page is notified of edits',
  (address, origin, socket) => {
    if (address !== undefined) process.env['DEV_URL'] = address;
    try {
      expect([devOrigin(host), socketUrl(host)]).toEqual([origin, socket]);
      expect([origin, 'http://localhost:8080'].map(isLocalOrigin)).toEqual([true, true]);
      for (const other of ['', 'null', 'https://dev.example', 'https://3000.dev.example.evil.test'])
        expect(isLocalOrigin(other)).toBe(false);
    } finally {
      delete process.env['DEV_URL'];
    }
  },
);

test('a page requested by the machine’s IP address is redirected to its name; other requests are not', async () => {
  const lead = redirectToHostname('http://localhost:3000');
  const server = createServer((request, response) => {
    lead(request, response, () => response.end('served'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}/signup?a=b`;
  const page = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([
    307,
    'http://localhost:3000/signup?a=b',
  ]);
  expect(await (await fetch(url)).text()).toBe('served');
  server.close();
});
