import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';

/** As the Compose Specification has it, as far as it is used. */
const file = v.object({
  services: v.record(
    v.string(),
    v.object({
      image: v.string(),
      command: v.optional(v.array(v.string())),
      // A variable that is set to nothing is written as nothing.
      environment: v.optional(
        v.record(
          v.string(),
          v.pipe(
            v.nullable(v.string()),
            v.transform((value) => value ?? ''),
          ),
        ),
        {},
      ),
      user: v.optional(v.string()),
      read_only: v.optional(v.boolean(), false),
      ports: v.optional(v.array(v.string()), []),
      volumes: v.optional(v.array(v.string()), []),
      healthcheck: v.optional(v.object({ test: v.array(v.string()) })),
    }),
  ),
});

export const containerFolder = path.join(import.meta.dirname, '../container');

/**
 * The services of compose.yaml.
 * @param variables that whoever starts them has set
 * @throws Error naming one that has to be set
 */
export function readComposeFile(variables: Readonly<Record<string, string>>) {
  const text = readFileSync(path.join(containerFolder, 'compose.yaml'), 'utf8').replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, kind?: string, given?: string) => {
      const { [name]: value = '' } = variables;
      if (kind === '?' && value === '') throw new Error(`${name} has to be set: ${given}`);
      return value === '' && kind === '-' ? (given ?? '') : value;
    },
  );
  return v.parse(file, parse(text, { merge: true })).services;
}
