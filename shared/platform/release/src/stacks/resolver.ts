import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TraceMap } from '@jridgewell/trace-mapping';
import { maxMapBytes } from '@composed/contracts/release-manifest';
import { LRUCache } from 'lru-cache';
import { plainText } from '@composed/command/terminal';
import { type Ledger, listShownDeployments } from '../ledger/ledger';
import { loadRelease } from '../store/releases';
import { messageOf } from '@composed/command/format';
import type { ReadableStore } from '../store/store';
import { readStack, type Frame } from './read-stack';
import { readPosition, readSourceMap } from './source-map';

/** A line of a source. All texts are plain. */
interface SourceLine {
  /** Path from the root of the repository that the release was built in. */
  readonly source: string;
  readonly line: number;
  /** The line itself. */
  readonly code: string;
}

/** The position of a frame in its source. */
export interface SourcePosition extends SourceLine {
  readonly app: string;
  readonly version: string;
  readonly column: number;
  /** The name at this position in the source; '' if the map has none. */
  readonly name: string;
  /** The library that the source belongs to; null for the team's own. */
  readonly library: string | null;
  /** The line of the team's own source that imports the library. */
  readonly importer?: SourceLine | null;
}

export type Resolution = SourcePosition | { readonly reason: string };

/** A script of a release whose source map is in the store. */
interface MappedScript {
  readonly app: string;
  readonly version: string;
  readonly file: string;
  /** Bytes of the map. */
  readonly bytes: number;
}

/**
 * Resolves frames with the source maps in a store. File names have a hash of the content, so a name leads to a release.
 * If several releases have the file, one in `releaseByApp` is preferred, then one that visitors get, then the newest.
 */
export class Resolver {
  /** Cached maps. The frames of a stack need few different ones. */
  private readonly maps = new LRUCache<string, TraceMap>({ max: 2 });
  private readonly loads = new Map<string, ReturnType<typeof loadRelease>>();
  /** Key of a map that could not be read → the reason. */
  private readonly problems = new Map<string, string>();
  private listing: Promise<readonly MappedScript[]> | undefined;

  /** @param releaseByApp app → version, if the caller knows it */
  constructor(
    private readonly store: ReadableStore,
    private readonly ledger: Ledger,
    private readonly releaseByApp: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** Lists the scripts that have a source map in the store, preferred ones first. */
  private async listScripts(): Promise<readonly MappedScript[]> {
    const shownReleases = listShownDeployments(this.ledger).map(({ releases }) => {
      return new Map(Object.entries(releases));
    });
    const preferredReleases = [...shownReleases.reverse(), this.releaseByApp];
    const scripts = (await this.store.list('releases/')).flatMap(({ key, bytes, modifiedAt }) => {
      const [, app = '', version = '', file = ''] =
        /^releases\/([^/]+)\/([^/]+)\/maps\/(.+)\.map$/.exec(key) ?? [];
      const rank = preferredReleases.findLastIndex((releases) => releases.get(app) === version);
      return file === '' ? [] : [{ app, version, file, rank, bytes, modifiedAt }];
    });
    return scripts.sort((a, b) => b.rank - a.rank || Number(b.modifiedAt) - Number(a.modifiedAt));
  }

  /** Returns the reason why a file has no source map. */
  private async reasonWithout(app: string | null, file: string): Promise<string> {
    const assets = app === null ? [] : await this.store.list(`assets/${app}/`);
    return assets.some(({ key }) => key === `assets/${app}/${file}`)
      ? 'its release has no source map'
      : 'no release in the store has this file: it was pruned, or never published';
  }

  /** @throws Error with one reason, also if the release or its map is damaged */
  private async readPosition({ app, version, file }: MappedScript, line: number, column: number) {
    const key = `${app}/${version}/${file}`;
    const problem = this.problems.get(key);
    if (problem !== undefined) throw new Error(problem);
    const loading = this.loads.get(key) ?? loadRelease(this.store, app, version);
    this.loads.set(key, loading);
    const { manifest, readMap } = await loading;
    const { files, server, renderer } = manifest;
    const script = { ...files, 'server.cjs': server, 'renderer.cjs': renderer }[file];
    if (line < 1 || column < 1 || line + column > (script?.bytes ?? 0) + 2)
      throw new Error('its file has no such position');
    try {
      const map = this.maps.get(key) ?? readSourceMap(await readMap(file));
      this.maps.set(key, map);
      return readPosition(map, line, column - 1);
    } catch (error) {
      this.problems.set(key, messageOf(error));
      throw error;
    }
  }

  /** @returns the position, or the reason why it is unknown. Never throws because of what a frame or a map contains. */
  async resolve({ app, file, line, column }: Frame): Promise<Resolution> {
    if (file === null) return { reason: 'not a file of a release' };
    this.listing ??= this.listScripts();
    const scripts = await this.listing;
    const script = scripts.find((each) => each.file === file && (app ?? each.app) === each.app);
    if (!script) return { reason: await this.reasonWithout(app, file) };
    if (script.bytes > maxMapBytes) return { reason: 'its source map is too large to be read' };
    try {
      const position = await this.readPosition(script, line, column);
      if (!position) return { reason: 'its source map does not cover this position' };
      return {
        app: script.app,
        version: script.version,
        column: position.column + 1,
        ...formatPlainLine(position),
        name: plainText(position.name),
        library: position.library === null ? null : plainText(position.library),
        importer: position.importer && formatPlainLine(position.importer),
      };
    } catch (error) {
      return { reason: plainText(messageOf(error)) };
    }
  }

  /** Returns the resolvable positions of a stack, down to the first one in the team's own sources. */
  private async positionsOf(stack: string): Promise<readonly SourcePosition[]> {
    const positions: SourcePosition[] = [];
    for (const { frame } of readStack(stack).lines) {
      const position = frame && (await this.resolve(frame));
      if (position && 'source' in position) positions.push(position);
      if (positions.at(-1)?.library === null) break;
    }
    return positions;
  }

  /** Returns the first position of a stack in the team's own sources; null if none can be resolved. */
  async findOwnPosition(stack: string): Promise<SourcePosition | null> {
    return (await this.positionsOf(stack)).find(({ library }) => library === null) ?? null;
  }

  /**
   * Describes where a fault comes from: the library that threw, if it was one, and the source line.
   * @param isLoading whether the code threw while it was loaded. Its stack then has the first module that needs it, so
   *   the line that imports the library is used instead.
   * @returns the end of a sentence, or ''
   */
  async formatOrigin(stack: string, isLoading = false): Promise<string> {
    const positions = await this.positionsOf(stack);
    const own = positions.find(({ library }) => library === null);
    const thrown = positions.find(({ library }) => library === null || !renderers.has(library));
    const importer = thrown?.importer;
    const line = isLoading && importer ? importer : (own ?? importer);
    const words = [
      ...(thrown?.library ? [`in ${thrown.library}`] : []),
      ...(line ? [`${formatPosition(line)}: ${line.code.trim()}`] : []),
    ];
    return words.length > 0 ? ` (${words.join(', from ')})` : '';
  }
}

/** Packages whose frames are skipped, since they only call the code that throws. */
const renderers = new Set(['react', 'react-dom', 'scheduler', 'webpack']);

const formatPlainLine = ({ source, line, code }: SourceLine): SourceLine => {
  return { source: plainText(source), line, code: plainText(code).slice(0, 200) };
};

/** Formats a position such as `remote-reviews/src/useStars.ts:31`. */
export const formatPosition = ({ source, line }: SourceLine): string => `${source}:${line}`;

/** Returns the first position of a stack in an app's own sources, by the source maps in the folder of a build. */
export async function findPositionInBuild(
  stack: string,
  app: string,
  folder: string,
): Promise<string | null> {
  for (const { frame } of readStack(stack).lines) {
    if (frame?.app !== app || frame.file === null) continue;
    const file = path.join(folder, 'maps', `${path.basename(frame.file)}.map`);
    // Ignores frames without a map: the page may have loaded an earlier build, with other file names.
    const position = await readFile(file)
      .then((map) => readPosition(readSourceMap(map), frame.line, frame.column - 1))
      .catch(() => null);
    if (position?.library === null) return formatPosition(position);
  }
  return null;
}
