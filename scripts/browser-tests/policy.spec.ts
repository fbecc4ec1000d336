import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator';
import { Version } from 'csp_evaluator/dist/csp.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { letOthersIn, isNginxInstalled, runNginxOn } from '../testing/running-nginx';
import { upstreamTimeLimits } from '../services/addresses';
import { ask } from '../testing/server/ask';
import { makeCertificate, type Certificate } from '../testing/server/certificate';
import { observe } from '../testing/server/observe';
import { startTlsFront } from '../testing/server/tls-front';
import { expect, test as base } from '../testing/fixtures';
import { freePort } from '../testing/free-port';

interface Secured {
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly certificate: Certificate;
}

interface SecuredFixtures {
  readonly certificate: Certificate;
  /** The embedded server, told that visitors come over TLS, behind something that ends it. */
  readonly embedded: Secured;
  /** nginx, which ends TLS itself, with the same store and services. */
  readonly nginx: Secured | null;
}

const test = base.extend<object, SecuredFixtures>({
  certificate: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
      await use(await makeCertificate(folder));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  embedded: [
    async ({ site, certificate }, use) => {
      const [httpPort, httpsPort] = [await freePort(), await freePort()];
      const { serveSite } = await import('../server/server');
      const dataDir = await mkdtemp(join(tmpdir(), 'secured-'));
      const siteUrl = `https://localhost:${httpsPort}`;
      const upstreams = { subscription: null, manager: null, storeUi: null };
      const port = await freePort();
      const own = { port, devPort: 3000, dataDir, siteDir: site.siteDir, siteUrl, upstreams };
      const server = await serveSite(own);
      const front = await startTlsFront({ httpPort, httpsPort, target: server.url, certificate });
      await use({ httpPort, httpsPort, certificate });
      await front.stop();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  nginx: [
    async ({ site, certificate }, use) => {
      if (!isNginxInstalled()) return use(null);
      const [httpPort, httpsPort] = [await freePort(), await freePort()];
      await letOthersIn(dirname(site.siteDir));
      const nginx = await runNginxOn([httpPort, httpsPort], {
        siteDir: site.siteDir,
        siteUrl: `https://localhost:${httpsPort}`,
        upstreams: { subscription: null, manager: null, storeUi: null },
        services: site.url,
        timeLimits: upstreamTimeLimits,
        listen: [`127.0.0.1:${httpsPort}`],
        tls: {
          certificate: certificate.certificateFile,
          key: certificate.keyFile,
          redirectListen: [`127.0.0.1:${httpPort}`],
        },
      });
      await use({ httpPort, httpsPort, certificate });
      await nginx.stop();
    },
    { scope: 'worker' },
  ],
});

const routes = ['/', '/signup', '/terms', '/privacy-policy', '/no-such-page'];

/**
 * The best sum of this version of Observatory is 145: 100, and what its table of scores adds. 5 of them are
 * for a domain that browsers ship as TLS-only, which is for the owner of a domain to have; 5 for a
 * `<script src>` with integrity that starts with the page, where ours wait for the first paint.
 */
const wantedScore = 135;

async function expectBestMarks({ certificate, ...ports }: Secured): Promise<void> {
  const { certificateFile } = certificate;
  const seen = await observe({ ...ports, paths: routes, certificateFile });
  expect(seen.map(({ path }) => path)).toEqual(routes);
  for (const { path, score, grade, tests } of seen) {
    expect(`${path}: ${score} ${grade}`).toBe(`${path}: ${wantedScore} A+`);
    expect(tests.filter(({ pass }) => !pass)).toEqual([]);
    expect(tests).toHaveLength(10);
  }
}

test('Mozilla’s Observatory gives the embedded server its best marks on every route', async ({
  embedded,
}) => {
  await expectBestMarks(embedded);
});

test('Mozilla’s Observatory gives nginx the same marks', async ({ nginx }) => {
  test.skip(nginx === null, 'nginx with its module for brotli is not installed');
  if (nginx) await expectBestMarks(nginx);
});

test('nginx speaks HTTP/2 where TLS is given', async ({ nginx }) => {
  test.skip(nginx === null, 'nginx with its module for brotli is not installed');
  if (!nginx) return;
  const { certificate, httpsPort } = nginx;
  const session = connect(`https://localhost:${httpsPort}`, { ca: certificate.certificate });
  const stream = session.request({ ':path': '/' });
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  session.destroy();
  expect(headers).toMatchObject({ ':status': 200, 'cache-control': 'no-cache' });
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

for (const path of routes) {
  test(`Google’s CSP Evaluator finds nothing in the policy of ${path}`, async ({ site }) => {
    const { headers, text } = await ask(site.url, { path });
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
    expect(both).not.toMatch(/unsafe|data:|https?:|\*/);
    expect(inPage.get('default-src')).toBe("'none'");
    expect(inPage.get('script-src')).toMatch(/^'sha256-\S+'(?: 'sha384-\S+')+ 'strict-dynamic'$/);
    // Nothing that runs or is drawn comes before the policy.
    expect(text.slice(0, text.indexOf('<meta http-equiv'))).not.toMatch(/<(?:script|style|link)/);
  });
}
