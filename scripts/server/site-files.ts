import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Best first; the ending of a compressed copy by its content coding. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export interface ServedFile {
  readonly body: Buffer;
  /** Content coding of `body`, or null where it is the file itself. */
  readonly coding: string | null;
  /** Names this exact content in this coding. */
  readonly etag: string;
}

/** Whether a coding may be sent; RFC 9110, 12.5.3: a coding's own weight counts before that of `*`. */
function accepts(header: string, coding: string): boolean {
  const weights = new Map(
    header.split(',').map((item): [string, boolean] => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter))];
    }),
  );
  return weights.get(coding) ?? weights.get('*') ?? false;
}

/**
 * Reads the files of a site folder. What was read once is kept by its real path
 * for as long as the file is the same.
 * @param folder SITE_DIR
 * @param keptBytes how much is kept in memory
 */
export function createSiteFiles(folder: string, keptBytes = 64 * 1024 * 1024) {
  const kept = new Map<string, { readonly version: string; readonly body: Buffer }>();
  let size = 0;

  async function read(file: string): Promise<Buffer | null> {
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile()) return null;
    // A store that was damaged may be repaired while it is served.
    const version = `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
    const known = kept.get(file);
    if (known?.version === version) return known.body;
    const body = await readFile(file).catch(() => null);
    if (body) {
      size -= known?.body.length ?? 0;
      size += body.length;
      if (size > keptBytes) {
        kept.clear();
        size = body.length;
      }
      kept.set(file, { version, body });
    }
    return body;
  }

  /**
   * @param place 'live', 'previews/<name>' or 'assets'
   * @returns null where there is no such file
   */
  return async function readSiteFile(
    place: string,
    file: string,
    acceptEncoding: string,
  ): Promise<ServedFile | null> {
    // A pointer may move on between two requests; within one, the real path holds still.
    const real = await realpath(path.join(folder, place)).catch(() => null);
    if (real === null) return null;
    const target = path.join(real, file);
    // The address of a release's file names its content already.
    const tag = place === 'assets' ? 'file' : `${path.basename(real)}/${file}`;
    for (const [coding, ending] of codings) {
      if (!accepts(acceptEncoding, coding)) continue;
      const body = await read(`${target}${ending}`);
      if (body) return { body, coding, etag: `"${tag}-${coding}"` };
    }
    const body = await read(target);
    return body && { body, coding: null, etag: `"${tag}"` };
  };
}
