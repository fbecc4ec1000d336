import { integrityOf } from '@composed/apps/integrity';
import { chosenBrowser } from '@composed/command/installed-software.mjs';
import { dataBlock, pinsElementId } from '@composed/contracts/page-elements';
import { fakeRelease } from '@composed/testing/release/fake-release';
import { startUpstream, type Responder } from '@composed/testing/server/upstream';
import type { Services } from './serve-pages';
import { smokeTestPages } from './smoke-test-pages';

const done = "performance.mark('composed:hydrated:page')";

/** Tries a page with this script, of a site whose host has this release. */
async function tryScript(text: string, release: object, services: Partial<Services> = {}) {
  const script = Buffer.from(text);
  const pins = dataBlock(pinsElementId, { host: 'h1', basePath: '', remotes: {}, preloads: [] });
  const start = `<script async crossorigin src="/assets/a.js" integrity="${integrityOf(script)}"></script>`;
  const pages = new Map([['index.html', Buffer.from(`<!doctype html>${pins}<p>0</p>${start}`)]]);
  const files = new Map([
    ['assets/a.js', script],
    ['releases/host/h1/release.json', Buffer.from(JSON.stringify(release))],
  ]);
  const result = await smokeTestPages(
    pages,
    ['index.html'],
    { get: (key) => Promise.resolve(files.get(key) ?? null) },
    { services: { cookies: [], register: () => Promise.resolve(), ...services } },
  );
  return { faults: [...(result?.faults.keys() ?? [])], unanswered: result?.unanswered };
}

const host = { ...fakeRelease('host', 'v1').manifest, version: 'a'.repeat(32) };

(chosenBrowser() ? describe : describe.skip)('pages in a smoke test', () => {
  test('get the grants of the host’s release, whichever team publishes', async () => {
    const text = `try { document.body.innerHTML = '<p>1</p>'; } finally { ${done}; }`;
    const open = { ...host, grants: { trustedTypes: 'off' } };
    expect((await tryScript(text, open)).faults).toEqual([]);
    expect((await tryScript(text, host)).faults).not.toEqual([]);
  });

  test.each<[string, Responder]>([
    [
      'breaks off',
      (response) => setTimeout(() => response.write('{', () => response.destroy()), 50),
    ],
    ['has no end, as events of a server', (response) => response.write('data: 1')],
  ])('do not wait for a service that %s', async (_what, answer) => {
    const elsewhere = await startUpstream((response, received) => {
      response.writeHead(200, { 'content-length': '1000' });
      return answer(response, received);
    });
    const ask = `fetch('/api/shop/stock').then((answer) => answer.text()).catch(() => 0).then(() => { ${done} });`;
    const result = await tryScript(ask, host, { apis: { shop: elsewhere.url } });
    await elsewhere.stop();
    expect(result).toEqual({ faults: [], unanswered: ['/api/shop/stock'] });
  });
});
