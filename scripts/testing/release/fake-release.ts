import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseManifest } from '@shopwright/shared/contracts/release-manifest';
import { integrityOf, type ReleaseContent, versionOf } from '../../build/integrity';

function record(bytes: Buffer) {
  return { bytes: bytes.byteLength, integrity: integrityOf(bytes) };
}

/** The name of the script that carries `text`. */
export function fakeScript(text: string): string {
  return `main.${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`;
}

/** The map of `lines` lines of a script to a source of the app, line by line. */
function fakeMap(app: string, script: string, lines: number): string {
  const sources = [`remote-${app}/src/main.ts`];
  const sourcesContent = [
    Array.from({ length: lines }, (_, line) => `say(${line + 1});`).join('\n'),
  ];
  // Names are as a hostile team may write them.
  const names = ['\u001B[2J##[error]pay'];
  const mappings = ['AAAAA', ...Array.from({ length: lines - 1 }, () => 'AACA')].join(';');
  return JSON.stringify({ version: 3, file: script, sources, sourcesContent, names, mappings });
}

const ordinaryServer = (text: string) => `// renders ${text}`;

function fakeContent(app: string, text: string, server: string) {
  const entry = fakeScript(text);
  const files: Record<string, Buffer> = {
    [entry]: Buffer.from(`console.log(${JSON.stringify(text)});\n`.repeat(20)),
    'chunks/vendor.0001.js': Buffer.from('globalThis.vendor = 1;\n'.repeat(50)),
    'img/stall.0002.webp': Buffer.from([1, 2, 3, 4]),
  };
  const maps: Record<string, string> = {
    [entry]: fakeMap(app, entry, 20),
    'server.cjs': fakeMap(app, 'server.cjs', 1),
  };
  const content: ReleaseContent = {
    app,
    contract: 1,
    entry,
    files: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, record(file)])),
    server: record(Buffer.from(server)),
    maps: Object.fromEntries(
      Object.entries(maps).map(([name, map]) => [name, record(Buffer.from(map))]),
    ),
    exposes: { '.': { scripts: [entry], styles: [] } },
    calls: [],
    shared: {},
  };
  return { content, files, maps };
}

/** The version that a fake build of this text has. */
export function fakeVersion(app: string, text: string, server = ordinaryServer(text)): string {
  return versionOf(fakeContent(app, text, server).content);
}

/**
 * A release of the real shape without a real build: one script that carries `text`, a script that all
 * releases of the app have in common, a picture, and a server bundle.
 * @returns the folder, as a build does
 */
export function fakeBuild(
  root: string,
  app: string,
  text: string,
  server = ordinaryServer(text),
): string {
  const { content, files, maps } = fakeContent(app, text, server);
  const version = versionOf(content);
  const folder = path.join(root, `${app}-${version}`);
  const builtAt = new Date().toISOString();
  const manifest: ReleaseManifest = { ...content, version, builtAt, revision: null };
  const written = [
    ...Object.entries(files).map(([name, bytes]) => [`browser/${name}`, bytes] as const),
    ...Object.entries(maps).map(([name, map]) => [`maps/${name}.map`, map] as const),
  ];
  for (const [name, bytes] of written) {
    const target = path.join(folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
  writeFileSync(path.join(folder, 'server.cjs'), server);
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify(manifest));
  return folder;
}
