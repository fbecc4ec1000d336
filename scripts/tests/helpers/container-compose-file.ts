import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';

const strings = v.array(v.string());

/** The fields of the Compose Specification that compose.yaml uses. */
const file = v.object({
  services: v.record(
    v.string(),
    v.object({
      command: v.optional(strings),
      environment: v.optional(v.record(v.string(), v.string()), {}),
      user: v.optional(v.string()),
      cap_drop: v.optional(strings, []),
      security_opt: v.optional(strings, []),
      image: v.string(),
      read_only: v.optional(v.boolean(), false),
      ports: v.optional(strings, []),
      volumes: v.optional(strings, []),
      healthcheck: v.optional(v.object({ test: strings })),
    }),
  ),
});

export const containerFolder = path.join(import.meta.dirname, '../../../shared/services/container');

/** Matches a variable with its default, which may contain another variable. */
const variable = /\$\{(\w+)(?::([-?])((?:[^{}]|\{[^{}]*\})*))?\}/g;

/**
 * Reads the services of compose.yaml.
 * @param variables of the environment
 * @throws Error naming a required variable that is not set
 */
export function readComposeFile(variables: Readonly<Record<string, string>>) {
  const resolve = (_match: string, name: string, kind?: string, text?: string): string => {
    const value = variables[name] ?? '';
    if (kind === '?' && value === '') throw new Error(`${name} has to be set: ${text}`);
    return value || fill(text ?? '');
  };
  const fill = (value: string): string => value.replaceAll(variable, resolve);
  const reviver = (_key: unknown, value: unknown): unknown =>
    typeof value === 'string' ? fill(value) : value;
  const text = readFileSync(path.join(containerFolder, 'compose.yaml'), 'utf8');
  return v.parse(file, parse(text, reviver, { merge: true })).services;
}
