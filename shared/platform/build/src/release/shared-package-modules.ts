import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';

const bundle = v.object({
  renderer: v.object({ provided: v.record(v.string(), v.looseObject({})) }),
});

const contentName = (name: string, text: string, extension: string) =>
  `${name}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${extension}`;

/** Generates a module that re-exports the host's copy of a package (@composed/host/es-modules). */
export function generateSharedModule(request: string, library: object): string {
  const names = Object.keys(library).filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default' && name !== '__esModule',
  );
  // The variables are numbered, since a reserved word may name an export but not a variable.
  return [
    `const shared = window.sharedPackages[${JSON.stringify(request)}];`,
    `export default ${'default' in library ? 'shared.default' : 'shared'};`,
    `const { ${names.map((name, n) => `${name}: $${n}`).join(', ')} } = shared;`,
    `export { ${names.map((name, n) => `$${n} as ${name}`).join(', ')} };`,
    '',
  ].join('\n');
}

/**
 * Writes a module for each shared package, and the import map for these modules, into a host's release. Pages with a
 * remote of ES modules use them. The names of the exports come from the renderer bundle, which contains the packages.
 * @param folder of a finished build
 */
export async function writeSharedPackageModules(folder: string): Promise<void> {
  const browser = path.join(folder, 'browser');
  await mkdir(path.join(browser, 'es-modules'), { recursive: true });
  const file = path.join(folder, 'renderer.cjs');
  const { renderer } = v.parse(bundle, createRequire(file)(file));
  const imports: Record<string, string> = {};
  for (const [request, library] of Object.entries(renderer.provided)) {
    const text = generateSharedModule(request, library);
    const plainName = request.replace(/^@/, '').replaceAll('/', '-');
    const name = contentName(`es-modules/${plainName}`, text, 'js');
    await writeFile(path.join(browser, name), text);
    imports[request] = `/assets/host/${name}`;
  }
  const map = JSON.stringify({ imports });
  await writeFile(path.join(browser, contentName('import-map', map, 'json')), map);
}
