// @ts-check
/**
 * Stands in the host's build for the logger of the federation runtime, which has levels, delegates and a
 * debug mode that reads the browser's storage: here its rare lines simply go to the console. 0.4 KB
 * (brotli). The names are those of 2.9.2, which is pinned.
 *
 * @param {string} prefix of every line
 */
function createLogger(prefix) {
  /** @param {unknown[]} words */
  const warn = (...words) => console.warn(prefix, ...words);
  return { debug: () => undefined, log: warn, info: warn, warn, error: warn };
}

const logger = createLogger('[ Module Federation ]');
const bindLoggerToCompiler = () => undefined;

export {
  bindLoggerToCompiler,
  createLogger as createInfrastructureLogger,
  createLogger,
  logger as infrastructureLogger,
  logger,
};
