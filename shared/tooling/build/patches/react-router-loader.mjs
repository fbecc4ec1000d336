// @ts-check
/**
 * A webpack loader for libraries that call themselves free of side effects and then name their parts
 * (`Link.displayName = 'Link'`) or give a class its context, which keeps every part in the bundle. Takes both
 * out and marks the calls that make the parts as pure, so that unused ones fall away.
 *
 * @param {string} source
 */
export default function dropUnusedParts(source) {
  return source
    .replace(/^\s*[\w$]+\.(?:displayName|contextType) = [^;\n]+;$/gm, '')
    .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
}
