import { bytesBy, kindOf, ownerOf, sequentialTrips, type LoggedRequest } from './network-log';

function request(path: string, began: number, answered: number, type = 'Script'): LoggedRequest {
  return { path, type, began, answered, body: 100, wire: 400, status: 200 };
}

const page = request('/', 0, 160, 'Document');

test('requests that are made together are one trip', () => {
  const requests = [page, request('/a.js', 170, 400), request('/b.js', 171, 420)];
  expect(sequentialTrips(requests, 1000)).toBe(2);
});

test('a request made once another is answered is one trip more', () => {
  const requests = [
    page,
    request('/main.js', 170, 400),
    request('/entry.js', 410, 600),
    request('/chunk.js', 610, 800),
  ];
  expect(sequentialTrips(requests, 1000)).toBe(4);
});

test('pictures, fonts and what comes after the moment do not count', () => {
  const requests = [
    page,
    request('/face.woff2', 170, 300, 'Font'),
    request('/stall.svg', 320, 500, 'Image'),
    request('/later.js', 1200, 1400),
  ];
  expect(sequentialTrips(requests, 1000)).toBe(1);
});

test('bytes are counted by kind and by app', () => {
  const requests = [
    page,
    request('/assets/host/main.js', 170, 400),
    request('/assets/pricing/entry.js', 170, 400),
    request('/subscription/api/v1/subscription-plan/public/tables', 170, 400, 'Fetch'),
  ];
  expect(bytesBy(requests, kindOf)).toEqual({ html: 100, script: 200, other: 100 });
  expect(bytesBy(requests, ownerOf)).toEqual({ page: 200, host: 100, pricing: 100 });
});
