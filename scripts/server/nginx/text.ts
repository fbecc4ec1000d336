/** A value that no nginx configuration can hold. The message is one sentence. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** A line of a configuration, or a block of such. */
export type Line = string | Block;

export interface Block {
  readonly head: string;
  readonly lines: readonly Line[];
}

/** `head { lines }`. */
export function block(head: string, lines: readonly Line[]): Block {
  return { head, lines };
}

/**
 * A value as nginx reads it back unchanged: quoted, so that spaces, semicolons and braces stand for
 * themselves.
 * @throws ConfigurationError for what would become a variable or end the line
 */
export function quoted(value: string): string {
  if (/[$\p{Cc}]/u.test(value)) {
    throw new ConfigurationError(
      `${JSON.stringify(value)} cannot stand in an nginx configuration, where "$" and control characters mean something else; use another name.`,
    );
  }
  return pattern(value);
}

/** Like `quoted`, for our own regular expressions and for texts with variables in them. */
export function pattern(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** The text of a configuration; an empty line stands for itself. */
export function print(lines: readonly Line[], indent = ''): string {
  return lines
    .map((line) => {
      if (line === '') return '\n';
      if (typeof line === 'string') {
        return `${indent}${line}${line.startsWith('#') ? '' : ';'}\n`;
      }
      return `${indent}${line.head} {\n${print(line.lines, `${indent}    `)}${indent}}\n`;
    })
    .join('');
}
