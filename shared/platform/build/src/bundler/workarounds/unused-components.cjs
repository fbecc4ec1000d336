// @ts-check
/** Components and contexts that the router makes as it is loaded. */
const creation = /^(var \w+ = )(React\d*\.(?:forwardRef|createContext)\()/gm;
/** Names of components, which developers’ tools show. */
const named = /^\w+\.displayName = "\w+";$/gm;

/**
 * A loader for the router: minifiers leave out what nobody uses only where making it does nothing else.
 * @param {string} source
 */
module.exports = function unusedComponents(source) {
  return source.replace(named, '').replace(creation, '$1/* @__PURE__ */ $2');
};
