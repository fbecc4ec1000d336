import { hashSource } from '@composed/contracts/content-policy';
import { createPageCheck, readPage } from '../checks/check-page';
import type { ComposableRelease } from '../deployment/deployment';
import {
  aDeploymentInput,
  aHost,
  aPricing,
  composeOnce,
  hostServer,
  pricingServer,
  refusal,
  slotOf,
} from '@composed/testing/release/composable-releases';

async function pageOf(releases: Readonly<Record<string, ComposableRelease>>): Promise<Buffer> {
  const { pages } = await composeOnce(aDeploymentInput(releases));
  return pages.get('index.html') ?? Buffer.from('');
}

const refusalOf = (releases: Readonly<Record<string, ComposableRelease>>) =>
  refusal(aDeploymentInput(releases));

test('a remote that changes React’s internals changes only its own markup', async () => {
  const change =
    "Object.defineProperty(require('react').internals, 'current', { get: () => 'Mine' });";
  const shown = "return '<p>' + require('react').internals.current + '</p>'";
  const page = await pageOf({
    pricing: aPricing({ server: change + pricingServer(shown) }),
    blog: aPricing({ manifest: { app: 'blog' }, server: pricingServer(shown) }),
  });
  expect(slotOf(page)).toBe('<p>Mine</p>');
  expect(slotOf(page, 'blog/PricingSection')).toBe('<p>Terms</p>');
  expect(page.toString()).toContain('<footer>Terms</footer>');
});

const rendered = (markup: string) =>
  aPricing({ server: pricingServer(`return ${JSON.stringify(markup)}`) });

test('a module with a script in its markup is refused', async () => {
  expect(await refusalOf({ pricing: rendered('<p>1</p><script>steal()</script>') })).toBe(
    'pricing 0123456789ab: its markup of ./PricingSection holds <script>',
  );
});

test('ordinary markup is kept, in normalised spelling', async () => {
  const markup =
    '<section id="plans"><svg><title>Plans</title></svg><noscript>Off</noscript><form method="dialog"><input name="email"/><p><label for="a">A</label><select id="a"><option>B</option></select><button formaction="/b">C</button></p></form><!-- --><a href="/signup?a=1&amp;b">Go</a><pre>\n\n1</pre></section>';
  const written = markup.replaceAll('/>', '>');
  expect(slotOf(await pageOf({ pricing: rendered(markup) }))).toBe(written);
});

test('the image preload that React adds is not part of a module’s markup', async () => {
  const preloads =
    '<link rel="preload" as="image" href="/assets/pricing/a.jpg"/><link rel="preload" as="image" imageSrcSet="/b.webp 2x" fetchPriority="high"/>';
  const picture = '<img src="/assets/pricing/a.jpg" alt="A &gt; B">';
  expect(slotOf(await pageOf({ pricing: rendered(preloads + picture) }))).toBe(picture);
  expect(await refusalOf({ pricing: rendered(picture + preloads) })).toContain('holds <link>');
});

test('pages of the host are checked as well', async () => {
  const host = aHost({ server: hostServer('', "head += '<script>steal()</script>'") });
  expect(await refusalOf({ host })).toBe(
    'host 0123456789ab: index.html holds a script that no release has',
  );
});

let whole: Promise<Buffer> | undefined;
const sourceOfChunk = `'${aPricing().manifest.files['204.0b.js']?.integrity ?? ''}'`;

test.each([
  ['pins', 'other', 'has no pins'],
  ['"host":"0123456789ab"', '"host":"ffffffffffff"', 'pins other releases than its own'],
  ['entry.0a', 'entry.1b', 'names a file that no release has'],
  ["'none'", '*', 'has another policy than its releases need'],
  [
    "default-src 'none'",
    "default-src *; default-src 'none'",
    'has another policy than its releases need',
  ],
  ['script-src', "script-src 'strict-dynamic'", 'has another policy than its releases need'],
  ['script-src', `script-src ${hashSource('abc')}`, 'has another policy than its releases need'],
  ["base-uri 'none'", "base-uri 'none'; sandbox", 'has another policy than its releases need'],
  [
    '</head>',
    '<template><script>steal()</script></template></head>',
    'holds a script that no release has',
  ],
  [
    '</head>',
    '<script src="/assets/pricing/entry.0a.js"></script></head>',
    'holds the script /assets/pricing/entry.0a.js, which no release has',
  ],
  ['</head>', '<style>.mine{}</style></head>', 'holds a style that no release has'],
  ['<header>', '<header onclick="steal()">', 'holds the event handler onclick'],
  // A policy does not count this character as white space, so browsers see an unknown directive.
  ["default-src 'none'", "default-src\u00A0'none'", 'has another policy than its releases need'],
  [
    '<meta http-equiv',
    '<template><meta http-equiv',
    'has its policy elsewhere than at the beginning of its head',
  ],
  [
    '<meta http-equiv',
    '<p></p><meta http-equiv',
    'has its policy elsewhere than at the beginning of its head',
  ],
  [
    '<style>',
    '<script id="pins" type="application/json">{"host":"","basePath":"","remotes":{}}</script><style>',
    'has two pins',
  ],
])('a page with another %s, %s, is refused', async (from, to, problem) => {
  const page = String(await (whole ??= pageOf({})));
  const check = (html: string) => () =>
    createPageCheck(aDeploymentInput())('index.html', readPage(html));
  expect(check(page)).not.toThrow();
  // The page may list a lazy chunk of a release that it pins.
  expect(check(page.replace('script-src', `script-src ${sourceOfChunk}`))).not.toThrow();
  expect(check(page.replace(from, to))).toThrow(`host: index.html ${problem}`);
});

const chunks = (name: string) => `(self.${name} = self.${name} || []).forEach(x)`;
test.each([
  [
    'the container of another app',
    { blog: aPricing({ manifest: { app: 'blog', global: 'remote_pricing' } }) },
    'blog 0123456789ab: the global of its container is "remote_pricing" and must be "remote_blog" (library.name)',
  ],
  [
    'the chunks of another build',
    {
      host: aHost({ files: { 'main.0a.js': '(globalThis.webpackChunkhost||=[]).forEach(x)' } }),
      pricing: aPricing({ files: { 'entry.0a.js': chunks('webpackChunkhost') } }),
    },
    'the global "webpackChunkhost" of its list of chunks is also that of host; give its build a name of its own (output.uniqueName, such as "pricing")',
  ],
  [
    'the chunks of the host',
    {
      host: aHost({
        files: { 'main.0a.js': 'self["webpackChunkhost"]=self["webpackChunkhost"]||[]' },
      }),
      pricing: aPricing({ files: { 'entry.0a.js': chunks('webpackChunkhost') } }),
    },
    'is also that of host',
  ],
  [
    'a page',
    { pricing: aPricing({ files: { 'entry.0a.js': chunks('location') } }) },
    'the global "location" of its list of chunks does not begin with webpackChunk',
  ],
])('a global that belongs to %s is refused by name', async (_whose, releases, sentence) => {
  expect(await refusalOf(releases)).toContain(sentence);
});

test('the queue of an analytics script is no list of chunks, and apps may share it', async () => {
  const queue = 'window.dataLayer = window.dataLayer || []; window.dataLayer.push(1);';
  const files = { 'entry.0a.js': `${chunks('webpackChunkpricing')};${queue}` };
  const host = aHost({ files: { 'main.0a.js': queue } });
  expect(slotOf(await pageOf({ host, pricing: aPricing({ files }) }))).toMatch(/^<p>Prices/);
});
