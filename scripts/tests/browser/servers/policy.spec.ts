import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { CspEvaluator } from 'csp_evaluator';
import { Version } from 'csp_evaluator/dist/csp.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { makeCertificate } from '../../helpers/over-tls';
import { frontSite } from '@composed/testing/server/site-nginx';
import { sendRequest } from '@composed/testing/server/send-request';
import { headersOf } from '@composed/contracts/headers';
import { readEnvironment } from '@composed/command/environment';
import { expect, test } from '../../helpers/fixtures';
import { freePort } from '@composed/http/operations/free-port';
import { listPaths, type Site } from '../../helpers/run-site';

const overTls = { hstsScope: 'host', preview: false } as const;

async function expectSecured(
  site: Site,
  headersAt: (path: string) => Promise<IncomingHttpHeaders>,
): Promise<void> {
  for (const path of [...(await listPaths(site)), '/no-such-page']) {
    const headers = await headersAt(path);
    const kind = path === '/no-such-page' ? 'missing' : 'page';
    for (const [name, value] of Object.entries(headersOf(kind, overTls))) {
      if (name === 'Cache-Control') continue;
      expect(headers[name.toLowerCase()], `${path}: ${name}`).toBe(value);
    }
    // A response that sets a cookie is one visitor's.
    expect(headers['cache-control']).toBe('private, no-cache, no-transform');
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
    expect(headers['set-cookie']?.[0]).toMatch(/^XSRF-TOKEN=.*; Secure$/);
  }
}

/** The server of a site that visitors reach at this address. */
async function serveOverTls(site: Site, siteUrl: string, dataDir: string) {
  const { serveSite } = await import('@composed/server/serve/serve-site');
  const { siteServices } = await import('@shopwright/services');
  const environment = readEnvironment({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    SITE_DIR: site.siteDir,
    SITE_URL: siteUrl,
  });
  return serveSite(environment, siteServices);
}

test('over TLS the embedded server sends every header of a page, and a secure cookie', async ({
  site,
}, testInfo) => {
  const dataDir = testInfo.outputPath('data');
  const server = await serveOverTls(site, 'https://shop.example.com', dataDir);
  await expectSecured(site, async (path) => (await sendRequest(server.url, { path })).headers);
  await server.close();
});

test('over TLS nginx sends the same, over HTTP/2', async ({ site }, testInfo) => {
  test.skip(!hasNginx(), 'nginx with its module for brotli is not installed');
  const { certificate, key } = await makeCertificate(testInfo.outputDir);
  const port = await freePort();
  const siteUrl = `https://localhost:${port}`;
  const redirectListen = [`127.0.0.1:${await freePort()}`];
  const tls = { certificate, key, redirectListen };
  const server = await serveOverTls(site, siteUrl, testInfo.outputPath('data'));
  const nginx = await frontSite({ siteDir: site.siteDir, url: server.url }, { siteUrl, tls }, port);
  const session = connect(siteUrl, { ca: await readFile(certificate) });
  await expectSecured(site, async (path) => {
    const stream = session.request({ ':path': path });
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    return headers;
  });
  session.destroy();
  await nginx.stop();
  await server.close();
});

type Directives = ReadonlyMap<string, string>;

function directivesOf(policy: string): Directives {
  return new Map(
    policy.split(';').map((directive): [string, string] => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name, values.join(' ')];
    }),
  );
}

test('Google’s CSP Evaluator finds nothing in the policy of any page', async ({ site }) => {
  for (const path of [...(await listPaths(site)), '/no-such-page']) {
    const { headers, text } = await sendRequest(site.url, { path });
    const header = directivesOf(String(headers['content-security-policy']));
    const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text)?.[1];
    const inPage = directivesOf(meta ?? '');
    // Browsers enforce both; what both say is the same.
    for (const [name, values] of header) {
      if (inPage.has(name)) expect(`${name} ${values}`).toBe(`${name} ${inPage.get(name) ?? ''}`);
    }
    const both = [...new Map([...header, ...inPage])].map((pair) => pair.join(' ')).join('; ');
    const { csp } = new CspParser(both);
    expect(new CspEvaluator(csp, Version.CSP3).evaluate()).toEqual([]);
    expect(both.replaceAll("img-src 'self' data:;", '')).not.toMatch(/unsafe|data:|https?:|\*/);
    expect(inPage.get('default-src')).toBe("'none'");
    expect(inPage.get('script-src')).toMatch(/^'sha256-\S+'(?: 'sha256-\S+')+$/);
    // Nothing that runs or is drawn comes before the policy.
    expect(text.slice(0, text.indexOf('<meta http-equiv'))).not.toMatch(/<(?:script|style|link)/);
  }
});
