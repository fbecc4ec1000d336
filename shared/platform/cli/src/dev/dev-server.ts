import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';
import type { App } from '@composed/apps';
import { devHost, devOrigin } from '@composed/build/bundler/dev-origin';
import { repositoryRoot } from '@composed/apps/this-repository';
import type { SiteServices } from '@composed/http/services/site-services';
import { findTypeErrors, isSyntaxError } from '@composed/build/release/check-types';
import { checkFolder, spawnBundler } from '@composed/build/release/run-bundler';
import { readSettings } from '@composed/command/environment';
import { terminal } from '@composed/command/terminal';
import { formatError } from '@composed/command/format';
import { startServices } from '@composed/server/serve/services-server';
import { closeOnSignal } from '@composed/command/run-program';

/**
 * @param variable moves the port
 * @throws Error when the port is taken; the message says what to do
 */
export async function checkPort(port: number, user: string, variable: string): Promise<void> {
  const probe = createServer().listen(port, devHost());
  await once(probe, 'listening').catch((cause: unknown) => {
    const advice = `stop what listens there, or set ${variable} to another one`;
    throw new Error(`Port ${port}, which ${user} needs, is in use; ${advice}.`, { cause });
  });
  await once(probe.close(), 'close');
}

/** @throws Error when a port is taken, or when this checkout does not have the folder of an app */
export async function checkDevApps(apps: readonly App[]): Promise<void> {
  for (const app of apps) {
    checkFolder(repositoryRoot, app);
    await checkPort(app.port, `the dev server of ${app.name}`, 'DEV_PORT');
  }
}

const write = (line: string) => terminal.write(`${line}\n`);

const pageFault = v.object({ fault: v.string() });

/** App → the errors of its last build. */
const lastErrors = new Map<string, string>();

/** Whether another app has found the same errors, in sources that both have in common. */
function isSaid(app: string, errors: string): boolean {
  lastErrors.set(app, errors);
  return [...lastErrors].some(([other, found]) => other !== app && found === errors);
}

/**
 * Starts the dev server of an app's bundler and prints its output, each line under the app's name.
 * @param servicesUrl address to which the dev server forwards calls of services
 */
function startDevServer(app: App, servicesUrl: string, stopping: AbortSignal) {
  const child = spawnBundler(repositoryRoot, app, ['serve', '--env', 'WEBPACK_SERVE'], {
    SERVICES_URL: servicesUrl,
  });
  stopping.addEventListener('abort', () => child.kill());
  const say = (text: string) => {
    const lines = stopping.aborted ? [] : text.split('\n').filter((line) => line.trim() !== '');
    for (const line of lines) write(`[${app.name}] ${line}`);
  };
  const builds = new EventEmitter();
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    const errors: string[] = [];
    createInterface({ input }).on('line', (line) => {
      // FORCE_COLOR puts colours between the words.
      const text = stripVTControlCharacters(line);
      const isEnd = /compiled (?:successfully|with)/.test(text);
      if (isEnd) {
        const report = errors.splice(0).join('\n');
        if (!isSaid(app.name, report)) say(report);
        builds.emit('build');
      }
      if (!isEnd && (errors.length > 0 || text.startsWith('ERROR in'))) errors.push(text);
      else say(text);
    });
  }
  child.on('message', (message) => {
    if (v.is(pageFault, message)) say(`In the page: ${message.fault}`);
  });
  const died = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (stopping.aborted) return;
      reject(new Error(`The dev server of ${app.name} died (${code ?? signal}).`));
    });
  });
  return {
    /** Resolves when the first build is served. */
    ready: once(builds, 'build'),
    onBuild: (listener: () => void) => void builds.on('build', listener),
    /** Rejects when it ends before it is stopped. */
    died,
    showTypeErrors: (startedAt: number, errors: readonly string[]) =>
      void child.send({ startedAt, errors }),
  };
}

type DevServer = ReturnType<typeof startDevServer>;

/**
 * Checks the types of every app while the dev servers go on.
 * @returns a function that starts a check, after the running one has ended
 */
function typeChecker(servers: readonly DevServer[], stopping: AbortSignal) {
  let lastErrors: readonly string[] = [];
  let isWaiting = false;
  let last = Promise.resolve();
  async function check() {
    isWaiting = false;
    const startedAt = Date.now();
    const typeErrors = await findTypeErrors(repositoryRoot, stopping);
    const errors = typeErrors.filter((error) => !isSyntaxError(error));
    for (const server of servers) server.showTypeErrors(startedAt, errors);
    if (errors.join() !== lastErrors.join()) {
      for (const line of errors.length > 0 ? errors : ['no errors']) write(`[types] ${line}`);
    }
    lastErrors = errors;
  }
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    last = last.then(check).catch((error: unknown) => {
      if (!stopping.aborted) write(`[types] ${formatError(error)}`);
    });
  };
}

/**
 * Runs the dev servers of some apps until Ctrl-C, and checks types after each build.
 * @param message printed once every first build is served
 * @param close ends the other servers of the command
 * @throws Error when one of them dies; the others are stopped then
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
    write(message);
    const check = typeChecker(servers, stopping.signal);
    for (const server of servers) server.onBuild(check);
    check();
    await died;
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Runs the dev servers of some apps with the site's services behind them, until Ctrl-C.
 * @param apps sign-in leads back to the address of the first one
 * @param message printed once every first build is served
 */
export async function runApps(
  apps: readonly [App, ...App[]],
  siteServices: SiteServices,
  message: string,
): Promise<void> {
  const { dataDir, upstreams, apiUrls } = readSettings(process.env, siteServices.variables);
  await checkDevApps(apps);
  const publicUrl = devOrigin(apps[0]);
  const services = await startServices(
    siteServices,
    { dataDir, upstreams, publicUrl },
    { apiUrls },
  );
  await runDevServers(apps, services.url, message, services.close);
}
