// @ts-check
/** Emotion, styled-components, sonner, react-remove-scroll: `document.createElement('style')`. */
const creation = /\b(?:document|doc|ownerDocument)\.createElement\((["'])style\1\)/g;

/** Radix Select: `jsx('style', { dangerouslySetInnerHTML: … })`. */
const rendering = /(jsxs?|createElement)(\)?\(\s{0,99})(["'])style\3(?=\s{0,99},)/g;

/** ECharts: `element.innerHTML = ''`, which a page that enforces Trusted Types refuses like any other text. */
const emptying = /\.innerHTML(\s{0,99}=\s{0,99})(["'])\2(?!\s{0,99}\+)/g;

/** Zod tries whether it may make code of text, which a page's policy reports, unless its own switch says that it may not. */
const zodConfig = '__zod_globalConfig = {}';

/**
 * A loader for the scripts of libraries: their `<style>` elements become style sheets that the policy allows
 * (style-elements.browser.js and style-component.browser.js, which the names below are provided from), elements are emptied
 * without markup, and Zod makes no code.
 * @this {{ getOptions: () => { isRendered: boolean } }} isRendered: the script runs where modules are rendered
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
