// @ts-check
/** Emotion, styled-components, sonner, react-remove-scroll: `document.createElement('style')`. */
const creation = /\b(?:document|doc|ownerDocument)\.createElement\((["'])style\1\)/g;

/** Radix Select: `jsx('style', { dangerouslySetInnerHTML: … })`. */
const rendering = /(jsxs?|createElement)(\)?\(\s{0,99})(["'])style\3(?=\s{0,99},)/g;

/** ECharts: `element.innerHTML = ''`, which Trusted Types refuse like any other string. */
const emptying = /\.innerHTML(\s{0,99}=\s{0,99})(["'])\2(?!\s{0,99}\+)/g;

/** Zod tries `new Function`, which the page's CSP reports as a violation, unless its option `jitless` is set. */
const zodConfig = '__zod_globalConfig = {}';

/**
 * A loader that makes the code of libraries fit the page's CSP: `<style>` elements become constructed style sheets,
 * elements are emptied without innerHTML, and Zod does not evaluate code. ../base-config.ts provides the two globals
 * from style-elements.browser.js and style-component.browser.js.
 * @this {{ getOptions: () => { isRendered: boolean } }} isRendered: true in the server build
 * @param {string} source
 */
module.exports = function styleElements(source) {
  const { isRendered } = this.getOptions();
  return source
    .replace(creation, '__createStyleElement()')
    .replace(rendering, isRendered ? '$&' : '$1$2__StyleComponent')
    .replace(emptying, '.textContent$1""')
    .replace(zodConfig, '__zod_globalConfig = { jitless: true }');
};
