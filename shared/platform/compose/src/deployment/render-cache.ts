import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { composerVersion, renderedName, type PlannedModule } from '@composed/contracts/composer';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { guestScript } from '../sandbox/runner/guest-script';

/** Markup of the modules of one release, under a name that says what it follows from. */
export interface RenderedModules {
  readonly app: string;
  readonly version: string;
  readonly name: string;
  /** Federation id → markup. */
  readonly markups: Readonly<Record<string, string>>;
}

/** Groups that have the same key. */
export function groupsOf<T>(all: readonly T[], keyOf: (each: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return [...groups.values()];
}

/** Groups of modules whose markup is kept together: all modules of an app that every page gives the same, and each of the others by itself. */
export function keptTogether(modules: readonly PlannedModule[]) {
  return groupsOf(modules, ({ app, id, key }) => (key === '' ? app : renderedName({ id, key })));
}

let known: string | undefined;

/** A hash of all code of this tool that a guest runs in. */
function engineDigest(): string {
  if (known !== undefined) return known;
  const runner = fileURLToPath(new URL('../sandbox/runner', import.meta.url));
  const files = readdirSync(runner)
    .filter((name) => name.endsWith('.mjs'))
    .sort()
    .map((name) => readFileSync(path.join(runner, name), 'utf8'));
  const engine = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  const inputs = [guestScript(), ...files, hash('sha256', readFileSync(engine))];
  known = hash('sha256', inputs.join('\0'));
  return known;
}

/**
 * Names the markup of modules by all that it follows from beside their release: what they are given, what they are
 * rendered with, and the engine. The time is not among it: what asks for that is not kept.
 */
export function markupName(host: ReleaseManifest, modules: readonly PlannedModule[]): string {
  const inputs = [engineDigest(), composerVersion, host.renderer?.integrity, modules];
  return hash('sha256', JSON.stringify(inputs)).slice(0, 32);
}
