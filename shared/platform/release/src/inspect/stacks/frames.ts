import { plainText } from '@composed/command/terminal';

/** A position in a script, as a browser or Node names it. */
export interface Frame {
  /** The app, or null where only a file is named. */
  readonly app: string | null;
  /** A browser file of a release, server.cjs or renderer.cjs; null for any other file. */
  readonly file: string | null;
  /** Line and column from 1, as in a stack. */
  readonly line: number;
  readonly column: number;
}

/** The most characters and lines that are read, and the characters of a line. */
const limits = { characters: 1_000_000, lines: 500, line: 2000 };

const position = /^(.{1,500}?)(?:\?[^:]*)?:(\d{1,20}):(\d{1,20})$/;

/** @param text one line of a stack of Chromium, Firefox, WebKit or Node */
function frameOf(text: string): Frame | null {
  for (const token of text.match(/[^\s()@'"<>,]+/g) ?? []) {
    const [, address = '', line, column] = position.exec(token) ?? [];
    // A time of the day would match as well.
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
 * Reads a stack, lines of a log that hold one as JSON, or lines of our own console. Nothing in the text is
 * trusted: long texts are cut, and printed lines are plain.
 * @returns its lines, fit for a terminal, and app → version, where a line of our console names the release
 */
export function readStack(stack: string) {
  const text = stack.slice(0, limits.characters);
  // A stack within JSON has its line ends escaped; the frames of a beacon are texts of a list.
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
