import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import type { FunctionComponent } from 'react';

const require = createRequire(import.meta.url);

/**
 * Evaluates a guest bundle and returns its exports. The bundle may require only React.
 * @param globals of the bundle, in addition to those of JavaScript
 */
export function evaluateBundle(bundle: string, globals: object = {}) {
  const none: FunctionComponent = () => null;
  const module = { exports: { Section: { default: none }, 'second-one': { default: none } } };
  const shared = (name: string): unknown => {
    if (!/^react(?:\/jsx-runtime)?$/.test(name)) throw new Error(`It asks for "${name}".`);
    return require(name);
  };
  runInNewContext(bundle, { ...globals, module, exports: module.exports, require: shared });
  return module.exports;
}
