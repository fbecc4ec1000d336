import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../release/refusal';

/*
 * Fills in site.conf: `{{name}}` is a value, on a line of its own also several lines; the lines between
 * `#if name` and `#else` or `#end` stand where that value is not empty.
 */

export type Values = Readonly<Record<string, string | readonly string[]>>;

const template = readFileSync(path.join(import.meta.dirname, 'site.conf'), 'utf8');

export function fillIn(values: Values): string {
  const valueOf = (name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`site.conf names ${name}, which has no value.`);
    return value;
  };
  return template
    .replace(
      /^#if (\S+)\n([^]*?)(?:^#else\n([^]*?))?^#end\n/gm,
      (_all, name: string, yes: string, no = '') => (valueOf(name).length > 0 ? yes : String(no)),
    )
    .replace(/^( *)\{\{([\w.]+)\}\}$/gm, (_all, indent: string, name: string) =>
      [valueOf(name)]
        .flat()
        .map((line) => `${indent}${line}`)
        .join('\n'),
    )
    .replace(/\{\{([\w.]+)\}\}/g, (_all, name: string) => String(valueOf(name)));
}

/**
 * Somebody else's text for between two quotation marks, as nginx reads it back unchanged.
 * @throws UsageError for what would become a variable or end the line
 */
export function quotable(value: string): string {
  if (/[$\p{Cc}]/u.test(value)) {
    throw new UsageError(
      `${JSON.stringify(value)} cannot stand in an nginx configuration, where "$" and control characters mean something else; use another name.`,
    );
  }
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
