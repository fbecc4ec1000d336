import { randomNumbers } from './random';

/* Random markup and styles, the same for the same seed, for parsers that may not agree. */

const split = (words: string) => words.split(' ');
/** Pieces of text that may hold blanks. */
const pieces = (text: string) => text.split('|');

/** Text that parsers have rules of their own for. */
const kinds = [
  split('div p span section b i a em form button label input textarea select option optgroup hr'),
  split('table tbody thead tfoot tr td th caption colgroup col ul li dl dt dd h1 pre br img'),
  split('svg g path title desc text a use circle linearGradient foreignObject math mi mo mtext'),
  split('mrow annotation-xml mglyph ruby rt rp rb details summary dialog search fieldset legend'),
  split('noscript template keygen plaintext listing xmp isindex image nobr font center marquee'),
  split('object applet iframe frameset body html head title style script noembed selectedcontent'),
  split('x-a menu datalist picture source video track audio progress meter output address main'),
];
const attributes = [
  ...split('id="a" id=b class="a&quot;b" title="</select>" title=\'<!--\' title="</p><p>" hidden'),
  ...split('title="--></noscript>" value="&lt;&amp;&gt;" type=hidden type="checkbox" name=c'),
  ...split('for="a" form="a" href="#" viewBox="0 0 1 1" xlink:href="#a" xml:lang="de" data-a=">"'),
  ...split('definitionurl="a" encoding="text/html" aria-label="<" style="a:b" / "=" <p =a a=b'),
];
const texts = [
  ...pieces('a|Prices from 5| |\n|\n\n|\u00A0|&lt;|&gt;|&amp;lt;|&|<|</|<!|<?a>|>|"|\'|\0|\r\n'),
  ...pieces('&#x0;|&nbsp|&notit;|<![CDATA[a]]>'),
];
const comments = [
  ...pieces('<!-- -->|<!---->|<!--$-->|<!--/$-->|<!--[-->|<!--]-->|<!--[!-->|<!-->|<!--a--!>'),
  ...pieces('<!-- > -->|<!--->|<!-- <p> -->|<!--|<!doctype html>|</>'),
];

/**
 * Pieces of text one after the other, most of them tags of which some are closed.
 * @returns gives another one each time
 */
export function randomMarkup(seed: number): () => string {
  const random = randomNumbers(seed);
  const from = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  return () => {
    // Few kinds at a time, or nearly all of them hold something that is refused at once.
    const names = Array.from({ length: 1 + Math.floor(random() * 3) }, () => from(kinds) ?? []);
    const share = random();
    const open: string[] = [];
    const piece = (): string => {
      const kind = random();
      if (kind < 0.15) return from(texts) ?? '';
      if (kind < 0.2) return from(comments) ?? '';
      if (kind < 0.45)
        return `</${(random() < 0.8 ? open.pop() : from(from(names) ?? [])) ?? 'p'}>`;
      const tag = from(from(names) ?? []) ?? 'p';
      const own = Array.from({ length: random() < share ? 0 : 2 }, () => ` ${from(attributes)}`);
      open.push(tag);
      return `<${random() < 0.05 ? tag.toUpperCase() : tag}${own.join('')}${random() < 0.1 ? '/' : ''}>`;
    };
    return Array.from({ length: 1 + Math.floor(random() * 14) }, piece).join('');
  };
}

/** Markup that a host may have around a slot. */
export const surroundings: readonly (readonly [before: string, after: string])[] = [
  ['<div>', '</div>'],
  ['<form>', '</form>'],
  ['<p>', '</p>'],
  ['<a href="#">', '</a>'],
  ['<button>', '</button>'],
  ['<ul><li>', '</li></ul>'],
  ['<table><tbody><tr><td>', '</td></tr></tbody></table>'],
  ['<table><tbody><tr>', '</tr></tbody></table>'],
  ['<select>', '</select>'],
  ['<select><option>', '</option></select>'],
  ['<svg>', '</svg>'],
  ['<svg><foreignObject>', '</foreignObject></svg>'],
  ['<math><mtext>', '</mtext></math>'],
  ['<noscript>', '</noscript>'],
];

const selectors = [
  ...pieces('.lab-a|.lab-b|.lab\\:c|.\\6c ab-d|p|body|*|:root|#x|[title]|.lab-a b|.lab-a>p'),
  ...pieces('body .lab-b|.lab-a,.lab-b|.lab-a,header|.lab-a:hover|&|& p|&:has(p)|body:has(&)'),
  ...pieces(':is(.lab-a,.lab-b)|:is(.lab-a,body)|> p|main:not(.lab-a)|header:has(.lab-a)'),
  ...pieces('.lab-a::before|:where(.lab-b) *|+ i|[title=".lab-a"]|p[title=".lab-a{"]|p/*.lab-a*/'),
  ...pieces('.lab-a/* */p|a:hover|.lab'),
];
const openings = [
  ...pieces('@media print|@media (width>1px)|@supports (gap:1px)|@layer lab|@layer'),
  ...pieces('@scope (.lab-a)|@scope (body)|@scope (.lab-a) to (p)|@container (width>1px)'),
  ...pieces('@starting-style|@keyframes lab-k|@font-face|@property --lab-p|@unknown x|@scope'),
  ...pieces('@page|@MEDIA print|@\\6d edia print|--lab-x:hover|@font-feature-values x'),
];
const statements = [
  ...pieces('color:red|--lab-x:1|--x:{a:b}|--x:a{b}c|color|a:b{c:d}|@import "a"|@layer lab'),
  ...pieces('content:"a"|content:\'a|content:"a\n|background:url(a|background:url(a b)|url("a")'),
  ...pieces('content:"\\\n"|content:"\\"|a:(b|a:b)|a:[b]|a:b]|*zoom:1|--x:|@charset "a"'),
  ...pieces('@namespace a "b"|color:red!important|filter:a(b=c)|--lab-x:;|d{e:f|a:\\'),
];
const marks = [
  ...pieces('{|}|;|;|/*|*/|<!--|-->|\n| |(|)|[|]|"|\'|\\|,|\0|\f|\r|//a\n|@|!|url(|/|\u2028|--|#'),
  ...pieces('.lab-a'),
];

/** @returns gives another style sheet each time, most of them with something that no browser takes for a rule */
export function randomStyles(seed: number): () => string {
  const random = randomNumbers(seed);
  const from = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  return () => {
    const noise = random() < 0.5 ? 0 : random() * 0.1;
    const noisy = () => (random() < noise ? from(marks) : '');
    const own = random();
    const content = (depth: number): string =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const kind = random();
        const head =
          kind < 0.7 ? from(random() < own ? ['.lab-a', '.lab-b i'] : selectors) : from(openings);
        const statement = `${random() > 0.9 ? from(statements) : from(['color:red', '--lab-x:1'])};`;
        const inside = depth < 3 && random() < 0.7 ? content(depth + 1) : statement;
        const end = random() < 0.98 ? '}' : '';
        return `${noisy()}${depth > 0 && random() < 0.2 ? statement : ''}${head}${noisy()}{${inside}${noisy()}${end}`;
      }).join('');
    return content(0);
  };
}
