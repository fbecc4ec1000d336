import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from 'shared/build/shared-packages';
import * as v from 'valibot';
import { freePort } from '../../../testing/free-port';
import { stopProcess } from '../../../testing/child';
import { isNginxInstalled, letOthersIn, runNginxOn } from '../../../testing/running-nginx';

const connections = 50;

/** One server under load: the landing page from 50 connections. */
export interface ServerLoad {
  readonly server: 'embedded' | 'nginx';
  /** Requests answered per second, by round. */
  readonly rate: readonly number[];
  /** Milliseconds within which 99 of 100 requests were answered, by round. */
  readonly p99: readonly number[];
}

const report = v.object({
  errors: v.number(),
  timeouts: v.number(),
  non2xx: v.number(),
  requests: v.object({ average: v.number() }),
  latency: v.object({ p99: v.number() }),
});

const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js');

/** @throws Error when a single request failed: a rate of failures is no rate */
async function press(url: string, seconds: number): Promise<{ rate: number; p99: number }> {
  const words = ['--json', '-c', String(connections), '-d', String(seconds)];
  const child = spawn(
    process.execPath,
    [autocannon, ...words, '-H', 'accept-encoding=br', `${url}/`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let json = '';
  child.stdout.on('data', (chunk: Buffer) => (json += chunk.toString()));
  await once(child, 'close');
  const { errors, timeouts, non2xx, requests, latency } = v.parse(report, JSON.parse(json));
  const failed = errors + timeouts + non2xx;
  if (failed > 0) throw new Error(`${url} failed ${failed} requests under load.`);
  return { rate: requests.average, p99: latency.p99 };
}

async function startEmbedded(siteDir: string, dataDir: string) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, 'embedded.ts')],
    {
      cwd: repositoryRoot,
      env: {
        ...process.env,
        PORT: String(await freePort()),
        SITE_DIR: siteDir,
        DATA_DIR: dataDir,
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes('\n')) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error('The embedded server did not start.');
  }
  const url = /ready at (\S+)/.exec(output)?.[1] ?? '';
  return { url, stop: () => stopProcess(child) };
}

async function startNginx(siteDir: string) {
  const port = await freePort();
  const nginx = await runNginxOn([port], {
    siteDir,
    siteUrl: 'http://localhost',
    services: 'http://127.0.0.1:9',
  });
  return { url: `http://127.0.0.1:${port}`, stop: nginx.stop };
}

/**
 * Loads the embedded server and nginx, with the configuration that the release tool writes, in turn. Both
 * and the load share this machine, so their ratio says more than the figures.
 * @param folder above siteDir; all down to it are opened for nginx's workers, which run under another account
 * @param seconds of each round
 */
export async function measureServers(
  folder: string,
  siteDir: string,
  dataDir: string,
  rounds: number,
  seconds: number,
  tell: (line: string) => void,
): Promise<ServerLoad[]> {
  const servers = [{ server: 'embedded', ...(await startEmbedded(siteDir, dataDir)) }] as {
    server: ServerLoad['server'];
    url: string;
    stop: () => Promise<void>;
  }[];
  try {
    if (isNginxInstalled()) {
      for (let up = path.dirname(siteDir); up !== path.dirname(folder); up = path.dirname(up)) {
        await letOthersIn(up);
      }
      servers.push({ server: 'nginx', ...(await startNginx(siteDir)) });
    } else {
      tell('  nginx is not installed here, so there are no figures of it');
    }
    const loads = servers.map(({ server }) => ({ server, rate: [0].slice(1), p99: [0].slice(1) }));
    // The first round warms both up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [place, { url }] of servers.entries()) {
        const { rate, p99 } = await press(url, round === 0 ? 2 : seconds);
        if (round === 0) continue;
        loads[place]?.rate.push(rate);
        loads[place]?.p99.push(p99);
      }
      if (round > 0) tell(`  load, round ${round} of ${rounds}`);
    }
    return loads;
  } finally {
    for (const { stop } of servers) await stop();
  }
}
