import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

let cachedDigest: string | undefined;

/** Returns a hash of all code of this tool that a guest runs in. */
export function engineDigest(): string {
  if (cachedDigest !== undefined) return cachedDigest;
  const sandbox = fileURLToPath(new URL('..', import.meta.url));
  const files = ['guest', 'runner'].flatMap((folder) =>
    readdirSync(path.join(sandbox, folder))
      .filter((name) => name.endsWith('.mjs'))
      .sort()
      .map((name) => path.join(sandbox, folder, name)),
  );
  const scripts = [...files, path.join(sandbox, 'polyfills.json')];
  const engine = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  const inputs = [...scripts, engine].map((file) => hash('sha256', readFileSync(file)));
  cachedDigest = hash('sha256', inputs.join('\0'));
  return cachedDigest;
}
