import { createServer } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from 'shared/build/shared-packages';
import type { App } from 'shared/build/apps';
import { spawnWebpack } from '../build/run-webpack';

/** A port that a dev server needs is taken; the message says what to do. */
export class DevPortTaken extends Error {
  override readonly name = 'DevPortTaken';
}

/** @throws DevPortTaken before anything is started */
export async function checkPorts(apps: readonly App[]): Promise<void> {
  for (const app of apps) {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', () => {
        reject(
          new DevPortTaken(
            `Port ${app.port}, which the dev server of ${app.name} needs, is in use; stop what listens there.`,
          ),
        );
      });
      probe.listen(app.port, 'localhost', () => probe.close(() => resolve()));
    });
  }
}

export interface DevServer {
  /** Settles when the first build is served. */
  readonly ready: Promise<void>;
  readonly stop: () => void;
}

/**
 * Starts `webpack serve` for one app and passes its words on, each line under the app's name.
 * @param servicesUrl where the dev server hands the services' paths on to
 */
export function startDevServer(
  app: App,
  servicesUrl: string,
  write: (line: string) => void,
): DevServer {
  const child = spawnWebpack(repositoryRoot, app, ['serve'], { SERVICES_URL: servicesUrl });
  const ready = new Promise<void>((resolve, reject) => {
    let seen = '';
    const listen = (chunk: Buffer) => {
      const text = chunk.toString();
      for (const line of text.split('\n')) if (line.trim() !== '') write(`[${app.name}] ${line}`);
      // Without colours, which FORCE_COLOR puts between the words.
      seen = stripVTControlCharacters(seen + text).slice(-2000);
      if (/compiled (?:successfully|with)/.test(seen)) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`The dev server of ${app.name} ended (${code ?? 'stopped'}).`));
    });
  });
  return { ready, stop: () => void child.kill('SIGTERM') };
}
