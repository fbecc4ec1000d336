// @ts-check
import { basename } from 'node:path';
import { assetFile } from '../bundler/asset-files.mjs';

/** A CSS module in which every class name is mapped to itself. */
const classNames = 'new Proxy({}, { get: (_, name) => name !== "__esModule" && name })';

/**
 * @param {string} source
 * @param {string} path
 */
function moduleOf(source, path) {
  if (/\.module\.(?:css|s[ac]ss|less)$/.test(path)) return classNames;
  return JSON.stringify(path.endsWith('.css') || assetFile.test(path) ? basename(path) : source);
}

/** Jest's transform for files that are not scripts: class names, the name of the file, or its text. */
export default {
  /**
   * @param {string} source
   * @param {string} path
   */
  process: (source, path) => ({ code: `module.exports = ${moduleOf(source, path)};` }),
};
