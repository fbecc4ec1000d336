import { plainText } from '../../compose/plain-text';

/** A place in a script, as whoever ran it names it. */
export interface Frame {
  /** Null where only a file is named. */
  readonly app: string | null;
  /** A browser file of a release, or server.cjs; null for what is no file of a release. */
  readonly file: string | null;
  /** From 1, as in a stack. */
  readonly line: number;
  readonly column: number;
  /** Of the function, as the script names it; '' where the stack has none. */
  readonly name: string;
  /** Why there is no `file`. */
  readonly reason: string;
}

/** A line of what was read, fit for a terminal, and the frame that it names. */
interface StackLine {
  readonly text: string;
  readonly frame: Frame | null;
}

/** Characters that are read, and of those as JSON; lines that are kept, and characters of a line. */
const limits = { characters: 1_000_000, json: 100_000, lines: 2000, line: 2000 };

const position = /^(.{1,500}?)(?:\?[^:]*)?:(\d{1,20}):(\d{1,20})$/;

/** The file of a release that an address names: /assets/<app>/<file>, <app>/<file> (a beacon, compose) or <file>. */
function fileOf(address: string): Pick<Frame, 'app' | 'file' | 'reason'> {
  const [, app = null, file = null] =
    /\/assets\/([\w-]+)\/([\w./-]+\.js)$/.exec(address) ??
    /^(?:([\w-]+)\/)?([\w.-]+\.js|server\.cjs)$/.exec(address) ??
    [];
  const isPage = /^https?:/.test(address) && !/\.\w+$/.test(new URL(address, 'http://x').pathname);
  const reason = isPage
    ? 'an inline script of a page, which is in no file'
    : 'no file of a release';
  return { app, file, reason };
}

/** @param text one line of a stack of Chromium, Firefox, WebKit or Node */
function frameOf(text: string): Frame | null {
  for (const { 0: token, index } of text.matchAll(/[^\s()@'"<>,]+/g)) {
    const [, address = '', line, column] = position.exec(token) ?? [];
    // A time of the day looks like a place as well.
    if (!/[/\\]|\.c?js$/.test(address) || (/^https?:/.test(address) && !URL.canParse(address))) {
      continue;
    }
    const before = text.slice(0, index);
    const [, name = ''] =
      /^\s*at (?:async |new )*([^(]*?) \($/.exec(before) ?? /([^@\s]*)@$/.exec(before) ?? [];
    return { ...fileOf(address), line: Number(line), column: Number(column), name };
  }
  return null;
}

/** Every text in a value that was read as JSON, such as the stack in a line of a log. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  return Object.values(value).flatMap((each) => textsIn(each, depth + 1));
}

function parseJson(text: string): unknown {
  try {
    return text.length <= limits.json && /^\s*[[{]/.test(text) ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/**
 * Reads a stack, lines of a log that hold one as JSON, or lines of our own console. Nothing in the text is
 * trusted: what is too long is left out, and what is printed of it is plain.
 * @returns with app → version, where a line of our console names the release
 */
export function readStack(given: string) {
  const text = given.slice(0, limits.characters);
  const json = parseJson(text);
  const texts = json === null ? text.split('\n') : textsIn(json);
  const lines: StackLine[] = [];
  const named = new Map<string, string>();
  for (const each of texts.flatMap((line) => {
    const inside = parseJson(line);
    return inside === null ? line.split('\n') : textsIn(inside).flatMap((one) => one.split('\n'));
  })) {
    if (lines.length >= limits.lines) break;
    const line = each.slice(0, limits.line);
    const [, app, version] = /\[([\w-]{1,80}) ([0-9a-f]{12}) [^\]]{1,200}\]/.exec(line) ?? [];
    if (app !== undefined && version !== undefined) named.set(app, version);
    if (line.trim() !== '') lines.push({ text: plainText(line), frame: frameOf(line) });
  }
  return { lines, named, isCut: given.length > text.length || lines.length >= limits.lines };
}
