import { basename } from 'node:path';

/** A CSS module for tests: every class has its own name. */
const classNames = 'new Proxy({}, { get: (_, name) => name !== "__esModule" && name })';

/** What a picture, a font or a style sheet is to a unit test: its file name, or its class names. */
export default {
  /**
   * @param {string} _source not looked at
   * @param {string} path
   */
  process: (_source, path) => ({
    code: `module.exports = ${path.endsWith('.module.css') ? classNames : JSON.stringify(basename(path))};`,
  }),
};
