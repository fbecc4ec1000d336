import { adviceOnHead } from './check-head';
import { checkMarkup } from './check-markup';

const pricing = { app: 'pricing', expose: './PricingSection' };
const films = ['https://film.example', 'https://*.films.example'];

test.each([
  ['<title>Prices</title><h1>Prices</h1>', `<title>: ${adviceOnHead}`],
  ['<meta name="description" content="Prices"><h1>1</h1>', `<meta>: ${adviceOnHead}`],
  ['<noscript><link rel="stylesheet" href="/a.css"></noscript>', `<link>: ${adviceOnHead}`],
  ['<p>1</p><script>steal()</script>', '<script>'],
  ['<svg><script>steal()</script></svg>', '<script>'],
  ['<template><script>steal()</script></template>', '<script>'],
  ['<base href="https://evil.example/">', '<base>'],
  ['<style>footer{display:none}</style>', '<style>, whose rules would be the whole page’s'],
  [
    '<p>1</p><style data-mantine-styles="true"></style>',
    '<style data-mantine-styles>, whose rules',
  ],
  ['<iframe srcdoc="<p>" src="https://film.example/1"></iframe>', '<iframe srcdoc>'],
  [
    '<iframe src="https://maps.example/1"></iframe>',
    '<iframe src="https://maps.example/1">; to use it, its package.json needs "outside": { "frame": ["https://maps.example"] }',
  ],
  ['<img src="/x" onerror="steal()">', 'the event handler onerror'],
  ['<div data-slot="signup/SignupPage"></div>', 'the host’s own attribute data-slot'],
])('markup with %s is refused by name', (markup, problem) => {
  expect(() => checkMarkup(pricing, markup, films)).toThrow(
    `pricing: its markup of ./PricingSection holds ${problem}`,
  );
});

test.each([
  '<svg><title>Prices</title><desc><p>1</p></desc></svg>',
  '<label for="email" accesskey="e">1</label><input form="contact" tabindex="2" autofocus>',
  '<template><p>1</p></template><object data="/x"></object><h2 id="navigation">1</h2>',
  '<iframe src="https://film.example/1" sandbox="allow-scripts" title="A film"></iframe>',
  '<iframe src="https://cdn.films.example/1"></iframe>',
  '<img usemap="#plans"><map name="plans"><area></map><a href="https://elsewhere.example">1</a>',
])('other markup is allowed: %s', (markup) => {
  expect(checkMarkup(pricing, markup, films).text).toBe(markup);
});

// Markup of React, Vue and Svelte, with the comments and attributes by which they hydrate it.
test.each([
  '<!--$--><p>1<!-- -->2</p><!--/$--><!--$?--><!--/$-->',
  '<!--[--><p data-v-1a2b>1</p><!--]--><!--v-if--><x-price amount.n="1"></x-price>',
  '<!--[!--><p class="s-1">1</p><!--]--><!----><!--1a2b-->',
])('comments and nodes that hydration needs are kept: %s', (markup) => {
  expect(checkMarkup(pricing, markup).text).toBe(markup);
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
])('%s is rewritten to work under the policy', (markup, written) => {
  expect(checkMarkup(pricing, markup).text).toBe(written);
});

test.each([
  ['long', '<p>1</p>'.repeat(70_000)],
  ['deep', '<div>'.repeat(90_000)],
  ['rich in attributes', `<p ${Array.from({ length: 40_000 }, (_, n) => `a${n}="1"`).join(' ')}>`],
  ['crossed', `${'<p><b id=a><b id=b>'.repeat(100)}${'<p>'.repeat(100_000)}`],
])('markup that is too %s is refused quickly', (_what, markup) => {
  // Measures processor time, since other work on the machine does not change it.
  const before = process.cpuUsage();
  expect(() => checkMarkup(pricing, markup)).toThrow(
    'its markup of ./PricingSection is too large: more than',
  );
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});
