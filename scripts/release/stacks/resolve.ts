import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import * as v from 'valibot';
import { integrityOf } from '../../build/integrity';
import { plainText } from '../../compose/plain-text';
import { type Ledger, shownSites } from '../ledger';
import { readManifest } from '../releases';
import { keys, type Store } from '../stores/store';
import { readStack, type Frame } from './frames';

/** Where in its source a frame is. All texts are plain. */
export interface Place {
  readonly app: string;
  readonly version: string;
  /** From the root of the repository that it was built in. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** What the source calls whatever stands there; '' where the map does not say. */
  readonly name: string;
  /** The line itself. */
  readonly code: string;
  /** The library that the source belongs to, if it does. */
  readonly library: string | null;
}

export type Resolution = Place | { readonly reason: string };

/** A map of more bytes than this is no map of a page. */
const mostBytes = 64 * 1024 * 1024;

const sourceMap = v.object({
  version: v.literal(3),
  mappings: v.string(),
  names: v.array(v.string()),
  sources: v.array(v.nullable(v.string())),
  sourcesContent: v.optional(v.array(v.nullable(v.string())), []),
});

function libraryOf(source: string): string | null {
  const packages = [...source.matchAll(/(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/g)];
  return packages.at(-1)?.[1] ?? (/(?:^|\/)webpack\//.test(source) ? 'webpack' : null);
}

/** A map that is in the store as its release brought it. */
async function loadMap(
  store: Store,
  { app, version, file }: Release,
): Promise<{ readonly map: TraceMap; readonly length: number } | { readonly reason: string }> {
  const manifest = await readManifest(store, app, version);
  const record = new Map(Object.entries(manifest?.maps ?? {})).get(file);
  const script = file === 'server.cjs' ? manifest?.server : manifest?.files[file];
  const bytes = await store.get(keys.map(app, version, file));
  if (!record || !script || !bytes) return { reason: 'its source map is not in the store' };
  if (bytes.length > mostBytes || integrityOf(bytes) !== record.integrity) {
    return { reason: 'its source map does not match the hash in its release' };
  }
  try {
    const map = new TraceMap(v.parse(sourceMap, JSON.parse(bytes.toString('utf8'))));
    return { map, length: script.bytes };
  } catch {
    return { reason: 'its source map cannot be read' };
  }
}

interface Release {
  readonly app: string;
  readonly version: string;
  readonly file: string;
  readonly storedAt: number;
}

/**
 * Resolves frames with the maps of whatever releases a store still has. Names of files carry a hash of their
 * content, so a name finds its release; of several with the same file the first counts that `named` has, that
 * visitors get, or that came last.
 * @param named app → version, where whoever asks knows it
 */
export function createResolver(
  store: Store,
  ledger: Ledger,
  named: ReadonlyMap<string, string> = new Map(),
) {
  let listing: Promise<Release[]> | null = null;
  const maps = new Map<string, ReturnType<typeof loadMap>>();
  const shown = shownSites(ledger).map(({ releases }) => new Map(Object.entries(releases)));
  const preferred = [named, ...shown];

  async function listMaps(): Promise<Release[]> {
    return (await store.list('releases/')).flatMap(({ key, modifiedAt }) => {
      const [, app, version, file] =
        /^releases\/([^/]+)\/([^/]+)\/maps\/(.+)\.map$/.exec(key) ?? [];
      if (app === undefined || version === undefined || file === undefined) return [];
      return [{ app, version, file, storedAt: modifiedAt.getTime() }];
    });
  }

  async function releaseOf({ app, file }: Frame): Promise<Release | undefined> {
    const rank = (release: Release) => {
      const at = preferred.findIndex((set) => set.get(release.app) === release.version);
      return at < 0 ? preferred.length : at;
    };
    const found = (await (listing ??= listMaps())).filter(
      (release) => release.file === file && (app === null || release.app === app),
    );
    return found.sort((a, b) => rank(a) - rank(b) || b.storedAt - a.storedAt)[0];
  }

  async function whyNot({ app, file }: Frame): Promise<string> {
    const asset = `assets/${app ?? ''}/${file ?? ''}`;
    const stored = app === null ? [] : await store.list(`assets/${app}/`);
    return stored.some(({ key }) => key === asset)
      ? 'its release brought no source map'
      : 'no release in the store has this file: it was pruned, or never published';
  }

  /** @returns why not, where there is no place; never throws for what a frame or a map holds */
  async function resolve(frame: Frame): Promise<Resolution> {
    if (frame.file === null) return { reason: frame.reason };
    const release = await releaseOf(frame);
    if (!release) return { reason: await whyNot(frame) };
    const { app, version } = release;
    const key = keys.map(app, version, release.file);
    const loading = maps.get(key) ?? loadMap(store, release);
    maps.set(key, loading);
    const loaded = await loading;
    if ('reason' in loaded) return loaded;
    const { line, column } = frame;
    if (line < 1 || column < 1 || line + column > loaded.length + 2) {
      return { reason: 'its file has no such place' };
    }
    const found = originalPositionFor(loaded.map, { line, column: column - 1 });
    if (found.source === null) return { reason: 'its source map says nothing of this place' };
    const code = sourceContentFor(loaded.map, found.source)?.split('\n')[found.line - 1] ?? '';
    return {
      ...{ app, version, line: found.line, column: found.column + 1 },
      source: plainText(found.source),
      name: plainText(found.name ?? ''),
      code: plainText(code).slice(0, 200),
      library: libraryOf(found.source),
    };
  }

  return {
    resolve,
    /** The first place of a stack that is in nobody's library; null where none can be resolved. */
    async firstOwn(stack: string): Promise<Place | null> {
      for (const { frame } of readStack(stack).lines) {
        const place = frame && (await resolve(frame));
        if (place && 'source' in place && place.library === null) return place;
      }
      return null;
    },
  };
}

/** `remote-pricing/src/usePrices.ts:31`. */
export const formatPlace = ({ source, line }: Place): string => `${source}:${line}`;
