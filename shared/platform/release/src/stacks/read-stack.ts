import { plainText } from '@composed/command/terminal';

/** A position in a script, as a browser or Node names it. */
export interface Frame {
  /** The app; null if the stack has only the name of a file. */
  readonly app: string | null;
  /** A browser file of a release, `server.cjs` or `renderer.cjs`; null for any other file. */
  readonly file: string | null;
  /** Line and column from 1, as in a stack. */
  readonly line: number;
  readonly column: number;
}

/** The most characters and lines that are read, and the most characters of a line. */
const limits = { characters: 1_000_000, lines: 500, line: 2000 };

const position = /^(.{1,500}?)(?:\?[^:]*)?:(\d{1,20}):(\d{1,20})$/;

/** @param text one line of a stack of Chromium, Firefox, WebKit or Node */
function frameOf(text: string): Frame | null {
  for (const token of text.match(/[^\s()@'"<>,]+/g) ?? []) {
    const [, address = '', line, column] = position.exec(token) ?? [];
    // The time of day, as in a log, also matches.
    if (!/[/\\]|\.c?js$/.test(address)) continue;
    // /assets/<app>/<file>, <app>/<file> (a beacon, compose) or <file>
    const [, app = null, file = null] =
      /\/assets\/([\w-]+)\/([\w./-]+\.js)$/.exec(address) ??
      /^(?:([\w-]+)\/)?([\w.-]+\.js|(?:server|renderer)\.cjs)$/.exec(address) ??
      [];
    return { app, file, line: Number(line), column: Number(column) };
  }
  return null;
}

/**
 * Reads a stack, lines of a log that hold a stack as JSON, or lines of this platform's console. The text may come from
 * anybody: long texts are cut, and lines lose their control characters.
 * @returns the lines, and app → version from lines of the console that name a release
 */
export function readStack(stack: string) {
  const text = stack.slice(0, limits.characters);
  // In JSON, the line breaks of a stack are escaped, and the frames of a beacon are the items of a list.
  const texts = text.split(/\n|\\n|","/).filter((line) => line.trim() !== '');
  const releaseByApp = new Map<string, string>();
  const lines = texts.slice(0, limits.lines).map((each) => {
    const line = each.slice(0, limits.line);
    const [, app, version] = /\[([\w-]{1,80}) ([0-9a-f]{32}) [^\]]{1,200}\]/.exec(line) ?? [];
    if (app !== undefined && version !== undefined) releaseByApp.set(app, version);
    return { text: plainText(line), frame: frameOf(line) };
  });
  return { lines, releaseByApp, isCut: stack.length > text.length || texts.length > lines.length };
}
