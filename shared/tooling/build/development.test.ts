import { once } from 'node:events';
import { createServer } from 'node:http';
import { isOwnPage, leadToOwnName } from './development';

test('a dev server lets pages of this machine in, and no others', () => {
  expect(['http://localhost:3000', 'http://localhost'].map(isOwnPage)).toEqual([true, true]);
  for (const origin of ['', 'null', 'https://evil.example', 'http://localhost.evil.example'])
    expect(isOwnPage(origin)).toBe(false);
});

test('a page that is asked for by the number of this machine is led to its name, and nothing else is', async () => {
  const lead = leadToOwnName('http://localhost:3000');
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
