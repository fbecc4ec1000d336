import { placeOfHead } from './check-head';
import { checkMarkup } from './check-markup';

test.each([
  ['<title>Prices</title><h1>Prices</h1>', `<title>: ${placeOfHead}`],
  ['<meta name="description" content="Prices"><h1>1</h1>', `<meta>: ${placeOfHead}`],
  ['<link rel="canonical" href="/prices"><h1>1</h1>', `<link>: ${placeOfHead}`],
  ['<p>1</p><script>steal()</script>', '<script>'],
  ['<base href="https://evil.example/">', '<base>'],
  ['<p data-part="a/B" data-css="*{color:red}"></p>', 'a style sheet in the element of a part'],
  ['<meta http-equiv="refresh" content="0;url=//evil.example">', '<meta>'],
  ['<link rel="stylesheet" href="//evil.example">', '<link>'],
  ['<style>footer{display:none}</style>', '<style>, whose rules would be the whole page’s'],
  [
    '<p>1</p><style data-mantine-styles="true"></style>',
    '<style data-mantine-styles>, whose rules',
  ],
  ['<template id="x"></template>', '<template>, as lists'],
  ['<iframe srcdoc="<p>"></iframe>', '<iframe>'],
  ['<object data="/x"></object>', '<object>'],
  ['<embed src="/x">', '<embed>'],
  ['<svg><script>steal()</script></svg>', '<script>'],
  ['<svg><a><animate attributeName="href" to="javascript:x()"/></a></svg>', '<animate>'],
  ['<noscript><link rel="stylesheet" href="//evil.example"></noscript>', '<link>'],
  ['<img src="/x" onerror="steal()">', 'the event handler onerror'],
  ['<a href=" java\tscript:steal()">Prices</a>', 'a script as an address'],
  ['<svg><a xlink:href="javascript:steal()">Prices</a></svg>', 'a script as an address'],
  ['<form action="https://evil.example/"></form>', 'a form that is sent to another site'],
  ['<form action="//evil.example/"></form>', 'a form that is sent to another site'],
  ['<button formaction="https://evil.example/">x</button>', 'a form that is sent to another site'],
  ['<p id="pins">{}</p>', 'the page’s own id "pins"'],
  ['<p id="root">Prices</p>', 'the page’s own id "root"'],
  ['<div data-slot="signup/SignupPage"></div>', 'the host’s own attribute data-slot'],
  // In WebKit, which has no such function, no script would ever run.
  ['<h2 id="requestIdleCallback">1</h2>', 'the id "requestIdleCallback", by which scripts'],
  ['<nav id="navigation"></nav>', 'the id "navigation"'],
  ['<p id="process">1</p>', 'the id "process"'],
  ['<p id="__REACT_DEVTOOLS_GLOBAL_HOOK__">1</p>', 'the id "__REACT'],
  ['<img name="getElementById">', 'a named <img>'],
  ['<select><meta http-equiv="refresh" content="0;url=//evil.example"></select>', '<meta>'],
  ['<p></p data-a><p data-slot="a/B">1</p>', 'the host’s own attribute data-slot'],
  // Chromium keeps the select open, and what follows in it.
  ['<select><keygen>', '<keygen>'],
  ['<select><button>1</button></select>', '<button> in a <select>, where browsers agree about'],
  ['<noscript><noscript></noscript></noscript>', '<noscript> in a <noscript>'],
  ['<math><mtext><table></table></mtext></math>', '<table>'],
  ['<svg><desc><p>1</p></desc></svg>', '<p>'],
  ['<marquee>1</marquee>', '<marquee>'],
  ['<p attributionsrc="/a">1</p>', 'the attribute attributionsrc, which browsers do not know'],
  ['<p><!-- <b> -->1</p>', 'a comment that holds markup'],
  ['<input form="contact">', '<input form="contact">, which is about an element of somebody else'],
  ['<label for="email">1</label>', '<label for="email">, which is about an element of somebody'],
  ['<button commandfor="menu" command="show-modal">1</button>', '<button commandfor="menu">'],
  ['<img usemap="a#Plans" id="plans"><map name="other">', '<img usemap="a#Plans">, which is about'],
  ['<button accesskey="s">1</button>', 'an accesskey, which other teams may take'],
  ['<input tabindex=" 2">', 'a tabindex of  2, which comes before'],
  ['<dialog open><input autofocus></dialog>', 'autofocus, which takes'],
  ['<button formaction="/leave">1</button>', '<button formaction>, which changes a form of'],
])('markup that holds %s is refused by name', (markup, problem) => {
  expect(() => checkMarkup({ app: 'pricing', expose: './PricingSection' }, markup)).toThrow(
    `pricing: its markup of ./PricingSection holds ${problem}`,
  );
});

test('who opens the page is led nowhere by what is closed, or by a map of the same markup', () => {
  const own =
    '<img usemap="#PLANS"><map name="plans"><area></map><dialog><input autofocus="" tabindex="0"></dialog>';
  expect(checkMarkup({ app: 'pricing', expose: './PricingSection' }, own).text).toContain(
    '<map name="plans">',
  );
});

// Of React, of Vue and of Svelte, with what they find again by it.
test.each([
  '<!--$--><p>1<!-- -->2</p><!--/$--><!--$?--><!--/$-->',
  '<!--[--><p data-v-1a2b>1</p><!--]--><!--v-if--><x-price amount.n="1"></x-price>',
  '<!--[!--><p class="s-1">1</p><!--]--><!----><!--1a2b-->',
])('comments and nodes that hydration looks for stay: %s', (markup) => {
  expect(checkMarkup({ app: 'pricing', expose: './PricingSection' }, markup).text).toBe(markup);
});

test.each([
  ['<p style="color:red">1</p>', '<p data-style="color:red">1</p>'],
  [
    `<form action="javascript:throw new Error(&#x27;React form unexpectedly submitted.&#x27;)"><p>1</p></form><script>a&&"javascript:throw new Error('React form unexpectedly submitted.')"===b</script>`,
    '<form><p>1</p></form>',
  ],
  [
    '<div><style data-emotion="css a1">.css-a1{color:red;}</style><p class="css-a1">1</p></div>',
    '<div data-css=".css-a1{color:red;}"><p class="css-a1">1</p></div>',
  ],
])('%s is written so that it works under the policy', (markup, written) => {
  expect(checkMarkup({ app: 'pricing', expose: './PricingSection' }, markup).text).toBe(written);
});

test.each([
  ['long', '<p>1</p>'.repeat(70_000)],
  ['deep', '<div>'.repeat(90_000)],
  ['crossed', `${'<p><b id=a><b id=b>'.repeat(100)}${'<p>'.repeat(100_000)}`],
])('markup that is too %s is refused in a moment', (_what, markup) => {
  const began = Date.now();
  expect(() => checkMarkup({ app: 'pricing', expose: './PricingSection' }, markup)).toThrow(
    'its markup of ./PricingSection is too large: more than',
  );
  expect(Date.now() - began).toBeLessThan(10_000);
});
