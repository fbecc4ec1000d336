import { hash, host, pricing } from '../testing/manifests';
import { renderDocument, type DocumentInput } from './document';

const input: DocumentInput = {
  address: '/',
  language: { lang: 'ar', dir: 'rtl' },
  head: '<title>A shop</title>',
  markup: '<main>Hello</main>',
  indexable: true,
  styles: [{ href: '/assets/host/a.css', text: '.a{color:red}' }],
  calls: [],
  pins: { host: 'a', basePath: '', preloads: [], remotes: {} },
  data: null,
  row: null,
  scripts: [{ src: '/assets/host/main.js', integrity: 'sha384-h' }],
  startOn: null,
  bootstrap: ['bootstrap()'],
  hash: (text) => `<${text}>`,
  importMap: null,
  telemetry: null,
  releases: [host],
};

const render = (changed: Partial<DocumentInput> = {}) => renderDocument({ ...input, ...changed });

test('the policy comes first in the head, then metadata, then styles', () => {
  const html = render();
  const offsets = [
    '<html lang=ar dir=rtl>',
    '<meta charset="utf-8">',
    '<meta http-equiv="Content-Security-Policy"',
    '<title>A shop</title>',
    '<style data-href="/assets/host/a.css">.a{color:red}</style>',
    '<template id="later">',
    '<script async crossorigin fetchpriority="low" src="/assets/host/main.js" integrity="sha384-h"></script>',
    '</template>',
    '<script type="application/json" id="pins">',
    '<script>bootstrap()</script>',
    '<div id="root" data-page="/"><main>Hello</main></div>',
  ].map((part) => html.indexOf(part));
  expect(offsets).not.toContain(-1);
  expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  // Browsers look for the encoding in the first 1024 bytes.
  expect(html.indexOf('<meta charset="utf-8">')).toBeLessThan(100);
});

test('telemetry adds nothing to a page until the site’s settings name its address', () => {
  expect(render()).not.toMatch(/telemetry/i);
  const script = { src: '/assets/host/telemetry.1.js', integrity: 'sha384-s' };
  const html = render({ telemetry: { url: 'https://telemetry.test/in', share: 10, script } });
  expect(html).toContain(
    '<template id="telemetry" data-url="https://telemetry.test/in" data-share="10"><script async',
  );
  expect(html).toMatch(/script-src [^;]*'sha384-s'/);
  expect(html).toContain("connect-src 'self' https://telemetry.test;");
  expect(render({ telemetry: { url: '/_telemetry', share: 10, script } })).toContain(
    "connect-src 'self';",
  );
});

test('data in a page cannot end its element', () => {
  const name = '</script><script>alert(1)</script><!--';
  const data = { name };
  const html = render({ data });
  expect(html).not.toContain('alert(1)</script>');
  const block = /id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(JSON.parse(block)).toEqual(data);
});

test('a page allows the scripts of its pinned releases by hash, and their Trusted Types policies', () => {
  const html = render({ releases: [host, pricing], scripts: [] });
  const [, sources] = /script-src ([^;]*)/.exec(html) ?? [];
  expect(sources).toBe(`'sha256-<bootstrap()>' '${hash('e')}' '${hash('a')}' '${hash('b')}'`);
  expect(html).toContain('; trusted-types remote-entries host pricing">');
});
