// @ts-check
/** Emotion, styled-components, sonner, react-remove-scroll: `document.createElement('style')`. */
const creation = /\b(?:document|doc|ownerDocument)\.createElement\((["'])style\1\)/g;

/**
 * A loader for the scripts of libraries: their `<style>` elements become style sheets that the policy allows
 * (style-elements.browser.js, which the name below is provided from).
 * @param {string} source
 */
module.exports = function styleElements(source) {
  return source.replace(creation, '__createStyleElement()');
};
