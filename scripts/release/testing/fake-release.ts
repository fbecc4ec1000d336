import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '../integrity';
import type { ReleaseManifest } from '../manifest';

/** The version that a fake build of this text has. */
export function fakeVersion(app: string, text: string): string {
  return createHash('sha256').update(`${app}\n${text}`).digest('hex').slice(0, 12);
}

function record(bytes: Buffer) {
  return { bytes: bytes.byteLength, integrity: integrityOf(bytes) };
}

/**
 * A release of the real shape without a real build: one script that carries `text`, a script
 * that all releases of the app have in common, a picture, and a server bundle.
 * @returns the folder, as a build does
 */
export async function fakeBuild(
  root: string,
  app: string,
  text: string,
  server = `// renders ${text}`,
): Promise<string> {
  const version = fakeVersion(app, text);
  const folder = path.join(root, `${app}-${version}`);
  const files: Record<string, Buffer> = {
    [`main.${version}.js`]: Buffer.from(`console.log(${JSON.stringify(text)});\n`.repeat(20)),
    'chunks/vendor.0001.js': Buffer.from('globalThis.vendor = 1;\n'.repeat(50)),
    'img/stall.0002.webp': Buffer.from([1, 2, 3, 4]),
  };
  const serverBytes = Buffer.from(server);
  const manifest: ReleaseManifest = {
    app,
    version,
    contract: 1,
    entry: `main.${version}.js`,
    files: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, record(file)])),
    server: record(serverBytes),
    exposes: { '.': { scripts: [`main.${version}.js`], styles: [] } },
    calls: [],
    shared: {},
    builtAt: new Date().toISOString(),
    revision: null,
  };
  for (const [name, bytes] of Object.entries(files)) {
    const target = path.join(folder, 'browser', name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  await writeFile(path.join(folder, 'server.cjs'), serverBytes);
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(manifest));
  return folder;
}
