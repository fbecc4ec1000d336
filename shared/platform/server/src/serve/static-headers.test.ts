import { temporaryFolder } from '@composed/build/testing/temporary-folder';
import { readSettings, type Settings } from '@composed/command/environment';
import { headersOf, type Headers } from '@composed/http/answers/headers';
import { resolvePath } from '@composed/http/answers/url-routing';
import { fakeCompose } from '@composed/testing/release/fake-compose';
import { aFolderSite, type FolderSite } from '@composed/testing/release/a-folder';
import { freePort } from '@composed/http/operations/free-port';
import { hasNginx } from '@composed/command/browser.mjs';
import { startNginx } from '../../../../../scripts/tests/helpers/running-nginx';
import { formatHeaders } from './static-headers';

let site: FolderSite;
let settings: Settings;
const siteUrl = 'https://shop.test';

beforeAll(async () => {
  const compose: typeof fakeCompose = async (input) => {
    const { pages: made, ...composed } = await fakeCompose(input);
    const files = ['favicon.svg', 'favicon.ico'].map((name) => [name, Buffer.from('')] as const);
    const page = made.get('index.html') ?? Buffer.from('');
    return { ...composed, pages: new Map([...made, ['guides/first-steps.html', page], ...files]) };
  };
  site = aFolderSite({ compose });
  await site.publishAll();
  settings = readSettings({ SITE_DIR: site.folder, SITE_URL: siteUrl, HSTS: 'preload' });
});

const addresses = [
  ...['/', '/guides/first-steps'],
  ...['/favicon.svg', '/favicon.ico', '/assets/host/main.js', '/assets/host/sign.svg'],
  ...['/preview/spring/', '/preview/spring/signup'],
];

/** What the embedded server sends. */
function expected(address: string): Headers {
  const target = resolvePath(address);
  const preview = target.folder.startsWith('previews/');
  // Here all files get the policy that pictures need.
  const file = target.kind === 'page' ? '' : 'sign.svg';
  const headers = headersOf(target.kind, { transport: 'preload', preview }, file);
  const policy = `${headers['Content-Security-Policy'] ?? ''}; sandbox`;
  // On the live site’s origin a preview runs nothing.
  return preview ? { ...headers, 'Content-Security-Policy': policy } : headers;
}

const headerNames = new Set(addresses.flatMap((address) => Object.keys(expected(address))));

(hasNginx() ? test : test.skip)('nginx takes the rules, and sends them', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const response = `server { listen 127.0.0.1:${port}; location / { return 200 ""; } }`;
  const http = `access_log off; ${await formatHeaders(settings)} ${response}`;
  const configuration = `pid ${folder}/pid; events {} http { ${http} }`;
  const nginx = await startNginx(folder, configuration);
  for (const address of addresses) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${address}`);
    const own = expected(address);
    for (const name of headerNames) {
      const value = headers.get(name) ?? undefined;
      expect({ address, name, value }).toEqual({ address, name, value: own[name] });
    }
  }
  await nginx.stop();
});
