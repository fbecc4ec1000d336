// @ts-check
/** Emotion, styled-components, sonner, react-remove-scroll: `document.createElement('style')`. */
const creation = /\b(?:document|doc|ownerDocument)\.createElement\((["'])style\1\)/g;

/** Zod tries whether it may make code of text, which a page's policy reports, unless its own switch says that it may not. */
const zodConfig = '__zod_globalConfig = {}';

/**
 * A loader for the scripts of libraries: their `<style>` elements become style sheets that the policy allows
 * (style-elements.browser.js, which the name below is provided from), and Zod makes no code.
 * @param {string} source
 */
module.exports = function styleElements(source) {
  return source
    .replace(creation, '__createStyleElement()')
    .replace(zodConfig, '__zod_globalConfig = { jitless: true }');
};
