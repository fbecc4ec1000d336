import { spawn } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from 'shared/build/shared-packages';
import { readyAddress, stopProcess } from '../../../testing/child';
import { freePort } from '../../../testing/free-port';
import { isNginxInstalled, letOthersIn, runNginxOn } from '../../../testing/running-nginx';
import { putUnderLoad } from '../../soak/load';
import type { Bench, Part } from '../bench';
import { summarize } from '../statistics';
import { formatCount } from '../tables';

const connections = 50;

interface Server {
  readonly name: 'embedded' | 'nginx';
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** In a process of its own: what measures must not slow down what is measured. */
async function startEmbedded(siteDir: string, dataDir: string): Promise<Server> {
  const program = path.join(import.meta.dirname, 'embedded-server.ts');
  const port = String(await freePort());
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      ...{ PORT: port, SITE_DIR: siteDir, DATA_DIR: dataDir, NODE_ENV: 'production' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await readyAddress(child, () => output, /ready at (\S+)/);
  return { name: 'embedded', url, stop: () => stopProcess(child) };
}

/**
 * With the configuration that the release tool writes.
 * @param folder above siteDir; all down to it are opened for nginx's workers, which run under another account
 */
async function startNginx(folder: string, siteDir: string): Promise<Server> {
  for (let up = path.dirname(siteDir); up !== path.dirname(folder); up = path.dirname(up)) {
    await letOthersIn(up);
  }
  const port = await freePort();
  const nginx = await runNginxOn([port], {
    siteDir,
    siteUrl: 'http://localhost',
    services: 'http://127.0.0.1:9',
  });
  return { name: 'nginx', url: `http://127.0.0.1:${port}`, stop: nginx.stop };
}

async function measureServers({ folder, sites, runs, fewRuns, print }: Bench) {
  const { siteDir } = sites;
  const servers = [await startEmbedded(siteDir, path.join(folder, 'load-data'))];
  try {
    if (isNginxInstalled()) servers.push(await startNginx(folder, siteDir));
    else print('nginx is not installed here, so there are no figures of it');
    const loads = servers.map((server) => ({ server, rates: [] as number[], p99: [] as number[] }));
    const rounds = Math.max(3, fewRuns);
    // The first round warms both up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      const seconds = round === 0 ? 2 : runs <= 3 ? 4 : 10;
      for (const { server, rates, p99 } of loads) {
        const load = { url: server.url, connections, seconds, perSecond: null, paths: ['/'] };
        const report = await putUnderLoad(load);
        // A rate of failures is no rate.
        if (report.failed > 0) throw new Error(`${server.name} failed ${report.failed} requests.`);
        if (round === 0) continue;
        rates.push(report.perSecond);
        p99.push(report.p99);
      }
      if (round > 0) print(`load, round ${round} of ${rounds}`);
    }
    return loads.map(({ server, ...measured }) => ({ server: server.name, ...measured }));
  } finally {
    for (const { stop } of servers) await stop();
  }
}

/** Both servers and the load share this machine, so their ratio says more than the figures. */
export const servers: Part = {
  title: 'Servers under load',
  measure: async (bench) => {
    const loads = await measureServers(bench);
    return {
      data: loads,
      tables: [
        {
          title: `The landing page under load, ${connections} connections`,
          head: ['Server', 'Requests per second', '99 of 100 within'],
          rows: loads.map(({ server, rates, p99 }) => [
            server,
            formatCount(summarize(rates).median),
            `${Math.round(summarize(p99).median)} ms`,
          ]),
        },
      ],
    };
  },
};
