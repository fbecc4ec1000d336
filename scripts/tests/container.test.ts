import { setTimeout as wait } from 'node:timers/promises';
import { BucketStore } from '@composed/release/store/bucket-store';
import { hasContainers, hasGateway, hasNginx } from '@composed/command/installed-software.mjs';
import { buildImage } from './helpers/built-image';
import { readComposeFile } from './helpers/container-compose-file';
import { freePort } from '@composed/http/operations/free-port';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import { fakeScript } from '@composed/testing/release/fake-release';
import { startSiteNginx, type RunningNginx } from '@composed/testing/server/site-nginx';
import { gatewayEnvironment, startGateway } from '@composed/testing/store/s3-gateway';
import { startS3Proxy } from '@composed/testing/store/s3-proxy';
import { untilReady } from '@composed/testing/server/until';
import { serviceTable } from '@shopwright/services/service-table';
import { ada, createAccount } from '@shopwright/services/testing/visitor';

type Container = ReturnType<Awaited<ReturnType<typeof buildImage>>['start']>;

let image: Awaited<ReturnType<typeof buildImage>>;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let proxy: Awaited<ReturnType<typeof startS3Proxy>>;
let site: FolderSite;
let nginx: RunningNginx;
let url: string;
let services: Container;
let compose: ReturnType<typeof readComposeFile>;
const servers: { container: Container; start: () => Container; port: number; probes: string }[] =
  [];

/** Gives a container ports of its own on the loopback address. */
async function freePorts() {
  const port = await freePort();
  const probe = await freePort();
  const variables = { HOST: '127.0.0.1', PORT: String(port), PROBE_PORT: String(probe) };
  return { port, probes: `http://127.0.0.1:${probe}`, variables };
}

const file = `/assets/pricing/${fakeScript('v1')}`;

// Building an image takes a minute.
const missing = Object.entries({
  'npm run soak': Boolean(process.env['SOAK']),
  'buildah and mmdebstrap for root': hasContainers(),
  ceph: hasGateway(),
  nginx: hasNginx(),
}).flatMap(([what, isThere]) => (isThere ? [] : [what]));
const reason = missing.length > 0 ? `, skipped without ${missing.join(', ')}` : '';

(missing.length > 0 ? describe.skip : describe)(
  `two servers and the services from the image, behind nginx and before a bucket${reason}`,
  () => {
    beforeAll(async () => {
      [image, gateway] = await Promise.all([buildImage(), startGateway()]);
      await gateway.createBucket('site');
      proxy = await startS3Proxy(gateway.url);
      site = aFolderSite({
        store: new BucketStore({ bucket: 'site', prefix: 'shop/' }),
        environmentSettings: { siteUrl: null, data: {} },
      });
      await site.publishAll();
      const front = await freePort();
      url = `http://127.0.0.1:${front}`;
      const { port, probes, variables } = await freePorts();
      const at = `http://127.0.0.1:${port}`;
      compose = readComposeFile({
        ...gatewayEnvironment(proxy.url),
        SITE_STORE: 's3://site/shop',
        SITE_URL: url,
        SUBSCRIPTION_URL: at,
        MANAGER_URL: at,
      });
      const start = (name: string, serverVariables: Readonly<Record<string, string>>) => {
        const { environment = {}, command } = compose[name] ?? {};
        const here = { TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '2' };
        return image.start({ ...environment, ...here, ...serverVariables }, command);
      };
      services = start('services', variables);
      await untilReady(probes, services.log);
      for (const name of ['server-1', 'server-2']) {
        const probedPorts = await freePorts();
        const startAgain = () => start(name, probedPorts.variables);
        servers.push({ ...probedPorts, start: startAgain, container: startAgain() });
      }
      for (const { probes, container } of servers) await untilReady(probes, container.log);
      const upstreams = servers.map((server) => `http://127.0.0.1:${server.port}`);
      nginx = await startSiteNginx(
        { servers: upstreams, services: at, signInPrefixes: serviceTable.signInPrefixes },
        front,
      );
    });

    afterAll(async () => {
      await Promise.all([...servers.map(({ container }) => container.stop()), services.stop()]);
      await nginx.stop();
      await proxy.stop();
      await gateway.stop();
      await image.remove();
    });

    test('the image is small, and starts in less than two seconds', async () => {
      expect(image.size).toBeLessThan(150);
      for (const { probes } of servers) {
        const metrics = await (await fetch(`${probes}/metrics`)).text();
        // Measures processor time, since other work on the machine does not change it.
        expect(Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])).toBeLessThan(2);
      }
    });

    test('pages, files and accounts come through nginx; probes and metrics do not', async () => {
      expect((await fetch(url + file)).status).toBe(200);
      expect((await createAccount(url, ada)).status).toBe(201);
      for (const name of ['livez', 'readyz', 'metrics'])
        expect((await fetch(`${url}/${name}`)).status).toBe(404);
    });

    test('servers are replaced one after the other, and no request fails', async () => {
      const responses: Record<string, number> = {};
      let isOver = false;
      const visit = async () => {
        for (let n = 0; !isOver; n += 1) {
          const response = await fetch(url + (n % 2 ? '/' : file)).catch(() => null);
          await response?.arrayBuffer();
          const status = String(response?.status ?? 'failed');
          responses[status] = (responses[status] ?? 0) + 1;
          await wait(10);
        }
      };
      const visits = Array.from({ length: 8 }, visit);
      for (const server of servers) {
        expect(await server.container.stop()).toBe(0);
        const lines = server.container.log().trim().split('\n');
        const logged = lines.map((line): unknown => JSON.parse(line));
        expect(logged).toContainEqual(expect.objectContaining({ msg: 'request' }));
        server.container = server.start();
        await untilReady(server.probes, server.container.log);
        // nginx tries it again after a second.
        await wait(1500);
      }
      isOver = true;
      await Promise.all(visits);
      expect(Object.keys(responses)).toEqual(['200']);
      expect(responses['200']).toBeGreaterThan(500);
    });
  },
);
