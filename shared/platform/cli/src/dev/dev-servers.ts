import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';
import type { App } from '@composed/apps';
import { devHost, devOrigin } from '@composed/build/bundler/dev-origin';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import type { SiteServices } from '@composed/http/services/site-services';
import { findTypeErrors, isSyntaxError } from '@composed/build/release/check-types';
import { checkFolder, spawnBundler } from '@composed/build/release/run-bundler';
import { readEnvironment } from '@composed/command/environment';
import { terminal } from '@composed/command/terminal';
import { formatError } from '@composed/command/format';
import { startServices } from '@composed/server/serve/services-server';
import { closeOnSignal } from '@composed/command/run-program';

/**
 * Checks that a port is free.
 * @param variable the environment variable that changes the port, for the error message
 * @throws Error when the port is in use. The message says what to do.
 */
export async function checkPort(port: number, user: string, variable: string): Promise<void> {
  const probe = createServer().listen(port, devHost());
  await once(probe, 'listening').catch((cause: unknown) => {
    const advice = `stop what listens there, or set ${variable} to another one`;
    throw new Error(`Port ${port}, which ${user} needs, is in use; ${advice}.`, { cause });
  });
  await once(probe.close(), 'close');
}

/** @throws Error when a port is in use, or when the folder of an app is missing from this checkout */
export async function checkDevApps(apps: readonly App[]): Promise<void> {
  for (const app of apps) {
    checkFolder(getRepositoryRoot(), app);
    await checkPort(app.port, `the dev server of ${app.name}`, 'DEV_PORT');
  }
}

const writeLine = (line: string) => terminal.write(`${line}\n`);

const pageFault = v.object({ fault: v.string() });

/** App → the errors of its last build. */
const lastReports = new Map<string, string>();

/** Records the errors of a build. Returns whether another app has the same ones, in sources that both import. */
function isRepeated(app: string, report: string): boolean {
  lastReports.set(app, report);
  return [...lastReports].some(([name, lastReport]) => name !== app && lastReport === report);
}

/**
 * Starts the dev server of an app's bundler, and prints its output with the app's name before each line.
 * @param servicesUrl the address to which the dev server proxies calls
 */
function startDevServer(app: App, servicesUrl: string, stopping: AbortSignal) {
  const child = spawnBundler(getRepositoryRoot(), app, ['serve', '--env', 'WEBPACK_SERVE'], {
    SERVICES_URL: servicesUrl,
  });
  stopping.addEventListener('abort', () => child.kill());
  const print = (text: string) => {
    if (stopping.aborted) return;
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    for (const line of lines) writeLine(`[${app.name}] ${line}`);
  };
  const builds = new EventEmitter();
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    const errors: string[] = [];
    createInterface({ input }).on('line', (line) => {
      // With FORCE_COLOR the output contains colours.
      const text = stripVTControlCharacters(line);
      const isEnd = /compiled (?:successfully|with)/.test(text);
      if (isEnd) {
        const report = errors.splice(0).join('\n');
        if (!isRepeated(app.name, report)) print(report);
        builds.emit('build');
      }
      // Holds errors back until the end of the build, when it is known whether another app has the same ones.
      const isError = !isEnd && (errors.length > 0 || text.startsWith('ERROR in'));
      if (isError) errors.push(text);
      else print(text);
    });
  }
  child.on('message', (message) => {
    if (v.is(pageFault, message)) print(`In the page: ${message.fault}`);
  });
  const died = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (stopping.aborted) return;
      reject(new Error(`The dev server of ${app.name} died (${code ?? signal}).`));
    });
  });
  return {
    /** Resolves when the dev server serves its first build. */
    ready: once(builds, 'build'),
    onBuild: (listener: () => void) => void builds.on('build', listener),
    /** Rejects when the process ends without being stopped. */
    died,
    showTypeErrors: (startedAt: number, errors: readonly string[]) =>
      void child.send({ startedAt, errors }),
  };
}

type DevServer = ReturnType<typeof startDevServer>;

/**
 * Checks the types of every app while the dev servers run.
 * @returns a function that queues a check, unless one is queued already
 */
function createTypeChecker(servers: readonly DevServer[], stopping: AbortSignal) {
  let lastErrors: readonly string[] = [];
  let isQueued = false;
  let lastCheck = Promise.resolve();
  async function check() {
    isQueued = false;
    const startedAt = Date.now();
    const typeErrors = await findTypeErrors(getRepositoryRoot(), stopping);
    const errors = typeErrors.filter((error) => !isSyntaxError(error));
    for (const server of servers) server.showTypeErrors(startedAt, errors);
    if (errors.join() !== lastErrors.join()) {
      for (const line of errors.length > 0 ? errors : ['no errors']) writeLine(`[types] ${line}`);
    }
    lastErrors = errors;
  }
  return () => {
    if (isQueued) return;
    isQueued = true;
    lastCheck = lastCheck.then(check).catch((error: unknown) => {
      if (!stopping.aborted) writeLine(`[types] ${formatError(error)}`);
    });
  };
}

/**
 * Runs the dev servers of some apps until Ctrl-C, and checks types after each build.
 * @param message printed when all dev servers serve their first build
 * @param close closes the other servers of the command
 * @throws Error when a dev server dies. The others are then stopped.
 */
export async function runDevServers(
  apps: readonly App[],
  servicesUrl: string,
  message: string,
  close: () => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const servers = apps.map((app) => startDevServer(app, servicesUrl, stopping.signal));
  const stop = async () => {
    stopping.abort();
    await close();
  };
  closeOnSignal(stop);
  const died = Promise.race(servers.map((server) => server.died));
  try {
    await Promise.race([Promise.all(servers.map(({ ready }) => ready)), died]);
    writeLine(message);
    const queueCheck = createTypeChecker(servers, stopping.signal);
    for (const server of servers) server.onBuild(queueCheck);
    queueCheck();
    await died;
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Runs the dev servers of some apps and the site's services until Ctrl-C.
 * @param apps the sign-in redirects to the first one
 * @param message printed when all dev servers serve their first build
 */
export async function runApps(
  apps: readonly [App, ...App[]],
  siteServices: SiteServices,
  message: string,
): Promise<void> {
  const { dataDir, upstreams, apiUrls } = readEnvironment(process.env, siteServices.variables);
  await checkDevApps(apps);
  const publicUrl = devOrigin(apps[0]);
  const services = await startServices(
    siteServices,
    { dataDir, upstreams, publicUrl },
    { apiUrls },
  );
  await runDevServers(apps, services.url, message, services.close);
}
