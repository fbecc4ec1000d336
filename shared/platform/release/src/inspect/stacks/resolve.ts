import type { TraceMap } from '@jridgewell/trace-mapping';
import { maxMapBytes } from '@composed/contracts/release-manifest';
import { LRUCache } from 'lru-cache';
import { plainText } from '@composed/command/output';
import { type Ledger, shownDeployments } from '../../ledger/ledger';
import { loadRelease } from '../../store/releases';
import { messageOf } from '@composed/command/format';
import type { ReadableStore } from '../../store/store';
import { readStack, type Frame } from './frames';
import { readPlace, readSourceMap } from './source-map';

/** A line of a source. All texts are plain. */
interface SourceLine {
  /** Path from the root of the repository that the release was built in. */
  readonly source: string;
  readonly line: number;
  /** The line itself. */
  readonly code: string;
}

/** The place of a frame in its source. */
export interface Place extends SourceLine {
  readonly app: string;
  readonly version: string;
  readonly column: number;
  /** The name at that place in the source; '' where the map has none. */
  readonly name: string;
  /** The library that the source belongs to; null for the team's own. */
  readonly library: string | null;
  /** The line of the team's own that imports the library. */
  readonly importer?: SourceLine | null;
}

export type Resolution = Place | { readonly reason: string };

/** @throws Error when the release is not in the store; `readMap` throws when the map is damaged */
async function loadScript(store: ReadableStore, app: string, version: string, file: string) {
  const { manifest, readMap } = await loadRelease(store, app, version);
  const { files, server, renderer } = manifest;
  const script = { ...files, 'server.cjs': server, 'renderer.cjs': renderer }[file];
  return { readMap: () => readMap(file), length: script?.bytes ?? 0 };
}

/**
 * Resolves frames with the source maps in a store. The name of a file carries a hash of its content, so the name finds
 * the release. Of several releases with the file, one in `named` comes first, then one that visitors get, then the newest.
 * @param named app → version, as far as the caller knows
 */
export function createResolver(
  store: ReadableStore,
  ledger: Ledger,
  named: ReadonlyMap<string, string> = new Map(),
) {
  const shown = shownDeployments(ledger).map(({ releases }) => new Map(Object.entries(releases)));
  const preferred = [...shown.reverse(), named];
  const loads = new Map<string, ReturnType<typeof loadScript>>();
  /** Maps in memory, by key: a stack asks for few, again and again. */
  const maps = new LRUCache<string, TraceMap>({ max: 2 });
  /** Key of a map that cannot be read → the reason. Such a map is not tried again. */
  const problems = new Map<string, string>();
  let listing: ReturnType<typeof listScripts> | null = null;

  /** The scripts with a source map in the store, the preferred ones first. */
  async function listScripts() {
    const scripts = (await store.list('releases/')).flatMap(({ key, bytes, modifiedAt }) => {
      const [, app = '', version = '', file = ''] =
        /^releases\/([^/]+)\/([^/]+)\/maps\/(.+)\.map$/.exec(key) ?? [];
      const rank = preferred.findLastIndex((releases) => releases.get(app) === version);
      return file === '' ? [] : [{ app, version, file, rank, bytes, modifiedAt }];
    });
    return scripts.sort((a, b) => b.rank - a.rank || Number(b.modifiedAt) - Number(a.modifiedAt));
  }

  /** @returns the place, or the reason why there is none; no content of a frame or a map makes it throw */
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
    if (script.bytes > maxMapBytes) return { reason: 'its source map is too large to be read' };
    const key = `${script.app}/${version}/${file}`;
    const loading = loads.get(key) ?? loadScript(store, script.app, version, file);
    loads.set(key, loading);
    const known = problems.get(key);
    if (known !== undefined) return { reason: known };
    let position: ReturnType<typeof readPlace>;
    try {
      const { readMap, length } = await loading;
      if (line < 1 || column < 1 || line + column > length + 2) {
        return { reason: 'its file has no such place' };
      }
      const map = maps.get(key) ?? readSourceMap(await readMap());
      maps.set(key, map);
      position = readPlace(map, line, column - 1);
    } catch (error) {
      const reason = plainText(messageOf(error));
      problems.set(key, reason);
      return { reason };
    }
    if (!position) return { reason: 'its source map says nothing of this place' };
    return {
      app: script.app,
      version,
      column: position.column + 1,
      ...plainLine(position),
      name: plainText(position.name),
      library: position.library === null ? null : plainText(position.library),
      importer: position.importer && plainLine(position.importer),
    };
  }

  /** The places of a stack that can be resolved, down to the first of the team's own. */
  async function placesOf(stack: string): Promise<readonly Place[]> {
    const places: Place[] = [];
    for (const { frame } of readStack(stack).lines) {
      const place = frame && (await resolve(frame));
      if (place && 'source' in place) places.push(place);
      if (places.at(-1)?.library === null) break;
    }
    return places;
  }

  /** The first place of a stack in the team's own sources; null where none can be resolved. */
  async function firstOwn(stack: string): Promise<Place | null> {
    return (await placesOf(stack)).find(({ library }) => library === null) ?? null;
  }

  /**
   * The end of a sentence about a fault, or '': the library that threw, if one did, and the line of source.
   * @param isLoading the code threw as it was loaded. Its stack then names whichever module came first, so the line
   *   that imports the library is told.
   */
  async function placeBehind(stack: string, isLoading = false): Promise<string> {
    const places = await placesOf(stack);
    const own = places.find(({ library }) => library === null);
    const thrown = places.find(({ library }) => library === null || !renderers.has(library));
    const importer = thrown?.importer;
    const line = isLoading && importer ? importer : (own ?? importer);
    const words = [
      ...(thrown?.library ? [`in ${thrown.library}`] : []),
      ...(line ? [`${formatPlace(line)}: ${line.code.trim()}`] : []),
    ];
    return words.length > 0 ? ` (${words.join(', from ')})` : '';
  }

  return { resolve, firstOwn, placeBehind };
}

/** Packages whose frames are skipped: they call the code that throws. */
const renderers = new Set(['react', 'react-dom', 'scheduler', 'webpack']);

const plainLine = ({ source, line, code }: SourceLine): SourceLine => {
  return { source: plainText(source), line, code: plainText(code).slice(0, 200) };
};

/** `remote-reviews/src/useStars.ts:31`. */
export const formatPlace = ({ source, line }: SourceLine): string => `${source}:${line}`;
