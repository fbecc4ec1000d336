import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import * as v from 'valibot';
import { plainText } from '../../compose/plain-text';
import { type Ledger, shownSites } from '../ledger';
import { loadRelease } from '../releases';
import { messageOf } from '../reports/format';
import type { ReadableStore } from '../stores/store';
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

/** @throws Error unless the map is in the store as its release brought it, and can be read */
async function loadMap(store: ReadableStore, app: string, version: string, file: string) {
  const { manifest, readMap } = await loadRelease(store, app, version);
  const { files, server, renderer } = manifest;
  const script = { ...files, 'server.cjs': server, 'renderer.cjs': renderer }[file];
  const map: unknown = JSON.parse((await readMap(file)).toString('utf8'));
  return { map: new TraceMap(v.parse(sourceMap, map)), length: script?.bytes ?? 0 };
}

/**
 * Resolves frames with the maps of whatever releases a store still has. Names of files carry a hash of their
 * content, so a name finds its release; of several with the same file the first counts that `named` has, that
 * visitors get, or that came last.
 * @param named app → version, where whoever asks knows it
 */
export function createResolver(
  store: ReadableStore,
  ledger: Ledger,
  named: ReadonlyMap<string, string> = new Map(),
) {
  const shown = shownSites(ledger).map(({ releases }) => new Map(Object.entries(releases)));
  const preferred = [...shown.reverse(), named];
  const maps = new Map<string, ReturnType<typeof loadMap>>();
  let listing: ReturnType<typeof listScripts> | null = null;

  /** The scripts that have a map in the store, those first that count most. */
  async function listScripts() {
    const scripts = (await store.list('releases/')).flatMap(({ key, modifiedAt }) => {
      const [, app = '', version = '', file = ''] =
        /^releases\/([^/]+)\/([^/]+)\/maps\/(.+)\.map$/.exec(key) ?? [];
      const rank = preferred.findLastIndex((releases) => releases.get(app) === version);
      return file === '' ? [] : [{ app, version, file, rank, modifiedAt }];
    });
    return scripts.sort((a, b) => b.rank - a.rank || Number(b.modifiedAt) - Number(a.modifiedAt));
  }

  /** @returns why not, where there is no place; never throws for what a frame or a map holds */
  async function resolve({ app, file, line, column }: Frame): Promise<Resolution> {
    if (file === null) return { reason: 'no file of a release' };
    const scripts = await (listing ??= listScripts());
    const script = scripts.find((each) => each.file === file && (app ?? each.app) === each.app);
    if (!script) {
      const assets = app === null ? [] : await store.list(`assets/${app}/`);
      const isStored = assets.some(({ key }) => key === `assets/${app}/${file}`);
      return {
        reason: isStored
          ? 'its release brought no source map'
          : 'no release in the store has this file: it was pruned, or never published',
      };
    }
    const { version } = script;
    const key = `${script.app}/${version}/${file}`;
    const loading = maps.get(key) ?? loadMap(store, script.app, version, file);
    maps.set(key, loading);
    const loaded = await loading.catch((error: unknown) => plainText(messageOf(error)));
    if (typeof loaded === 'string') return { reason: loaded };
    if (line < 1 || column < 1 || line + column > loaded.length + 2) {
      return { reason: 'its file has no such place' };
    }
    const found = originalPositionFor(loaded.map, { line, column: column - 1 });
    if (found.source === null) return { reason: 'its source map says nothing of this place' };
    const code = sourceContentFor(loaded.map, found.source)?.split('\n')[found.line - 1] ?? '';
    return {
      ...{ app: script.app, version, line: found.line, column: found.column + 1 },
      source: plainText(found.source),
      name: plainText(found.name ?? ''),
      code: plainText(code).slice(0, 200),
      library: libraryOf(found.source),
    };
  }

  /** The first place of a stack that is in nobody's library; null where none can be resolved. */
  async function firstOwn(stack: string): Promise<Place | null> {
    for (const { frame } of readStack(stack).lines) {
      const place = frame && (await resolve(frame));
      if (place && 'source' in place && place.library === null) return place;
    }
    return null;
  }

  return { resolve, firstOwn };
}

/** `remote-pricing/src/usePrices.ts:31`. */
export const formatPlace = ({ source, line }: Place): string => `${source}:${line}`;
