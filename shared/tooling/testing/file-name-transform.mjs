import { basename } from 'node:path';

/**
 * The jest stand-in for what webpack's asset and style loaders do: a picture, a font or a plain
 * style sheet becomes a module whose default export is the file's name.
 */
export default {
  /**
   * @param {string} _source the file's content, which no unit test looks at
   * @param {string} path
   */
  process: (_source, path) => ({ code: `module.exports = ${JSON.stringify(basename(path))};` }),
};
