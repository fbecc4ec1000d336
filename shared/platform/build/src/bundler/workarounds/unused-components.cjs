// @ts-check
/** The calls that create components and contexts when the router is loaded. */
const creation = /^(var \w+ = )(React\d*\.(?:forwardRef|createContext)\()/gm;
const displayName = /^\w+\.displayName = "\w+";$/gm;

/**
 * A loader for the router: it marks those calls as pure and removes display names, so that the minifier can drop unused
 * components.
 * @param {string} source
 */
module.exports = function unusedComponents(source) {
  return source.replace(displayName, '').replace(creation, '$1/* @__PURE__ */ $2');
};
