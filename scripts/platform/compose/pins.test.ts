import {
  aCompositionInput,
  aHost,
  hostServer,
} from '../../tests/helpers/release/composable-releases';
import { compose } from './compose';

/** Its pages name a file of pins, and pin nothing themselves. */
const pinningHost = (pins: string, page = 'html') =>
  aHost({
    server: `${hostServer()}
      const { compose } = exports.composer;
      exports.composer.compose = async (input) => {
        const { pages, ...made } = await compose(input);
        const [, record] = /"release-record">(.*?)<.script>/.exec(pages['/']);
        const pins = ${pins};
        const digest = input.hash(pins);
        const file = digest.slice(0, 16).replaceAll('+', '-').replaceAll('/', '_');
        const others = { src: '/assets/_pins/' + file + '.json', integrity: 'sha256-' + digest, empty: [] };
        const html = pages['/'].replace(record, JSON.stringify({ ...JSON.parse(record), remotes: {}, others }));
        return { ...made, pins, pages: { '/': ${page} } };
      };`,
  });

test('pages may name a file that pins their releases, which goes with them', async () => {
  const host = pinningHost('record');
  const { assets, pages } = await compose(aCompositionInput({ host }));
  const [[name = '', bytes] = []] = assets;
  expect(String(pages.get('index.html'))).toContain(`"src":"/assets/${name}"`);
  expect(JSON.parse(String(bytes))).toMatchObject({
    remotes: { pricing: { version: '0123456789ab' } },
  });
});

test.each([
  ['"{}"', 'html', 'its file of pins cannot be read'],
  [
    "record.replace('0123456789ab', 'ffffffffffff')",
    'html',
    'its file of pins pins other releases',
  ],
  ["record.replace('entry.0a.js', 'entry.1b.js')", 'html', 'its file of pins pins other releases'],
  ['record', `html.replace('"sha256-', '"sha256-0')`, 'index.html names another file of pins'],
  ['record', "html.replace('_pins/', '_pins/0')", 'index.html names another file of pins'],
  ['record', "pages['/']", 'index.html names another file of pins'],
])('a file of pins %s, named by %s, is refused', async (pins, page, problem) => {
  const host = pinningHost(pins, page);
  await expect(compose(aCompositionInput({ host }))).rejects.toThrow(problem);
});
