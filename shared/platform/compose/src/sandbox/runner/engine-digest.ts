import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { guestScript } from './guest-script';

let known: string | undefined;

/** A hash of all code of this tool that a guest runs in. */
export function engineDigest(): string {
  if (known !== undefined) return known;
  const runner = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(runner)
    .filter((name) => name.endsWith('.mjs'))
    .sort()
    .map((name) => readFileSync(path.join(runner, name), 'utf8'));
  const engine = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  const inputs = [guestScript(), ...files, hash('sha256', readFileSync(engine))];
  known = hash('sha256', inputs.join('\0'));
  return known;
}
