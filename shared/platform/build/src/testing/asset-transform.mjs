// @ts-check
import { basename } from 'node:path';
import { assetFile } from '../bundler/asset-files.mjs';

/** A CSS module for tests: every class has its own name. */
const classNames = 'new Proxy({}, { get: (_, name) => name !== "__esModule" && name })';

/**
 * @param {string} source
 * @param {string} path
 */
function moduleOf(source, path) {
  if (/\.module\.(?:css|s[ac]ss|less)$/.test(path)) return classNames;
  return JSON.stringify(path.endsWith('.css') || assetFile.test(path) ? basename(path) : source);
}

/** An imported file in a unit test: a text, its name, or its class names. */
export default {
  /**
   * @param {string} source
   * @param {string} path
   */
  process: (source, path) => ({ code: `module.exports = ${moduleOf(source, path)};` }),
};
