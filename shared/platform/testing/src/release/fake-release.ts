import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { integrityOf, versionOf } from '@composed/apps/integrity';
import type { ComposableRelease } from '@composed/compose/deployment';

/** The parts of a release that a test overrides. */
export interface ReleaseParts {
  readonly version?: string;
  /** The text of the guest bundle. */
  readonly server?: string;
  /** The text of a host's renderer bundle. */
  readonly renderer?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Script → its source map. */
  readonly maps?: Readonly<Record<string, string>>;
  readonly manifest?: Partial<ReleaseManifest>;
}

export interface FakeRelease extends ComposableRelease {
  readonly maps: Readonly<Record<string, string>>;
}

function listed(text: string) {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, integrity: integrityOf(bytes) };
}

const listAll = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, listed(text)]));

/** Creates a fake release from parts and defaults for the others. */
export function release(app: string, parts: ReleaseParts, defaults: ReleaseParts): FakeRelease {
  const files = { ...defaults.files, ...parts.files };
  const maps = { ...defaults.maps, ...parts.maps };
  const server = parts.server ?? defaults.server ?? '';
  const renderer = parts.renderer ?? defaults.renderer;
  return {
    manifest: {
      app,
      version: parts.version ?? '0123456789ab',
      providesVersion: 1,
      entry: 'entry.0a.js',
      global: app === 'host' ? null : remoteGlobal(parts.manifest?.app ?? app),
      files: listAll(files),
      server: listed(server),
      ...(renderer === undefined ? {} : { renderer: listed(renderer) }),
      maps: listAll(maps),
      exposes: {},
      shared: {},
      source: app,
      builtAt: '2026-03-01T00:00:00.000Z',
      commit: null,
      ...defaults.manifest,
      ...parts.manifest,
    },
    maps,
    readGuestBundle: () => Promise.resolve(server),
    readRenderer: () => Promise.resolve(renderer ?? ''),
    readFile: (name) => Promise.resolve(Buffer.from(files[name] ?? '')),
    readCachedMarkup: () => Promise.resolve(null),
  };
}

/** Returns the name of the fake script that contains a text. */
export function fakeScript(text: string): string {
  return `main.${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`;
}

/** Creates a source map that maps each line of a script to the same line of a source. */
function fakeMap(app: string, script: string, lines: number): string {
  const sources = [`remote-${app}/src/main.ts`];
  const sourcesContent = [
    Array.from({ length: lines }, (_, line) => `say(${line + 1});`).join('\n'),
  ];
  // A name with control characters and a CI command, as a hostile team could write it.
  const names = ['\u001B[2J##[error]pay'];
  const mappings = ['AAAAA', ...Array.from({ length: lines - 1 }, () => 'AACA')].join(';');
  return JSON.stringify({ version: 3, file: script, sources, sourcesContent, names, mappings });
}

/**
 * Creates a release in the real format without a build: a script that contains `text`, a script that all releases of
 * the app have in common, an image, and a guest bundle. A word such as +Comparison in the text is an exposed module.
 */
export function fakeRelease(app: string, text: string, server = `// renders ${text}`): FakeRelease {
  const entry = fakeScript(text);
  const modulesInText = [...text.matchAll(/\s\+(\w+)(?!\S)/g)];
  const exposeKeys = ['.', ...modulesInText.map(([, name = '']) => `./${name}`)];
  const defaults = {
    files: {
      [entry]: `console.log(${JSON.stringify(text)});\n`.repeat(20),
      'chunks/vendor.0001.js': 'globalThis.vendor = 1;\n'.repeat(50),
      'img/stall.0002.webp': '\u0001\u0002\u0003\u0004',
    },
    maps: { [entry]: fakeMap(app, entry, 20), 'server.cjs': fakeMap(app, 'server.cjs', 1) },
    manifest: {
      entry,
      exposes: Object.fromEntries(exposeKeys.map((key) => [key, { scripts: [entry], styles: [] }])),
      ...(app === 'host' ? { data: ['prices'] } : {}),
    },
  };
  return release(app, { server }, defaults);
}

/** Returns the version of a fake release. */
export function fakeVersion(app: string, text: string, server?: string): string {
  return versionOf(fakeRelease(app, text, server).manifest);
}

/** Returns the version of a fake release as reports show it. */
export const shortVersion = (...parameters: Parameters<typeof fakeVersion>) =>
  fakeVersion(...parameters).slice(0, 12);

/**
 * Writes a release into a folder as a build does: `release.json`, `server.cjs`, `renderer.cjs`, `browser/<files>`,
 * `maps/<files>.map`.
 * @returns the folder
 */
export async function releaseFolder(
  folder: string,
  { manifest, maps, readFile, readGuestBundle, readRenderer }: FakeRelease,
): Promise<string> {
  const write = (name: string, content: string | Buffer) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  for (const name of Object.keys(manifest.files)) write(`browser/${name}`, await readFile(name));
  for (const [name, map] of Object.entries(maps)) write(`maps/${name}.map`, map);
  write('server.cjs', await readGuestBundle());
  if (manifest.renderer) write('renderer.cjs', await readRenderer());
  write('release.json', JSON.stringify({ ...manifest, version: versionOf(manifest) }));
  return folder;
}

/** Writes webpack's statistics of an app's browser build into the folder of its release. */
export function writeStats(folder: string, app: string, sizes: Readonly<Record<string, number>>) {
  const modules = Object.entries(sizes).map(([name, size]) => {
    return { nameForCondition: path.resolve(name), size };
  });
  const children = [{ name: `${app} browser`, namedChunkGroups: {}, modules }];
  writeFileSync(path.join(folder, 'stats.json'), JSON.stringify({ children }));
}
