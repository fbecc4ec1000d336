// @ts-check
import { join, resolve } from 'node:path';
import ts from 'typescript';

/**
 * Returns the `paths` of a folder's tsconfig.json as Jest's `moduleNameMapper`, since Jest does not read tsconfig.json.
 * @param {string} folder
 * @returns {Record<string, string[]>}
 */
export function pathAliases(folder) {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  // Skips the search for the included files, since only the options are needed.
  const host = { ...ts.sys, readDirectory: () => [] };
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, host, folder);
  const aliases = Object.entries(options.paths ?? {}).map(([alias, targets]) => {
    const pattern = alias.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`).replace('*', '(.*)');
    const files = targets.map((target) => {
      return resolve(folder, target.replace('*', '$1'));
    });
    return [`^${pattern}$`, files];
  });
  return Object.fromEntries(aliases);
}
