import { defaultTreeAdapter } from 'parse5';
import { attribute, elementsIn, textOf } from './check-page';
import type { MarkupElement, MarkupTree, Refuse } from './markup';

/** A style sheet that Emotion renders beside an element. */
const isRenderedSheet = (element: MarkupElement) =>
  element.tagName === 'style' && attribute(element, 'data-emotion') !== undefined;

/** Attributes of elements whose content is another module's. */
const slotted: ReadonlySet<string> = new Set(['data-part', 'data-opens']);

/**
 * React sets this as the address of a form with a function, with a script to go with it. The bootstrap records presses
 * before hydration without them.
 */
const tooEarly = "javascript:throw new Error('React form unexpectedly submitted.')";

function problemOf({ tagName, attrs }: MarkupElement): string {
  if (tagName !== 'style') return `<${tagName}>`;
  const words = [tagName, ...attrs.map(({ name }) => name)].join(' ');
  return `<${words}>, whose rules would be the whole page’s: import a style sheet, or take a library of those that the README of @composed/build lists`;
}

/**
 * Moves styles to where the inline bootstrap finds and applies them (@composed/host/bootstrap), since the page's policy
 * blocks them in markup: style attributes into `data-style`, and style sheets that libraries render into `data-css` of
 * the first element. Leaves out React's script for a form that is sent too early.
 */
export function adaptMarkup(tree: MarkupTree, refuse: Refuse): void {
  const elements = elementsIn(tree);
  // Refused, since their text is no markup.
  const scripts = elements.filter(({ tagName }) => tagName === 'script' || tagName === 'style');
  const sheets = scripts.filter(isRenderedSheet);
  for (const element of scripts) {
    const isReacts = element.tagName === 'script' && textOf(element).includes(tooEarly);
    if (!isReacts && !sheets.includes(element)) refuse(`holds ${problemOf(element)}`);
    defaultTreeAdapter.detachNode(element);
  }
  for (const { attrs } of elements) {
    for (const attribute of attrs) if (attribute.name === 'style') attribute.name = 'data-style';
    const early = attrs.findIndex(({ value }) => value === tooEarly);
    if (early >= 0) attrs.splice(early, 1);
  }
  const first = elements.find(
    (each) => !scripts.includes(each) && !each.attrs.some(({ name }) => slotted.has(name)),
  );
  if (sheets.length === 0) return;
  if (!first) refuse('holds a style sheet, and no element of its own for it');
  first.attrs.push({ name: 'data-css', value: sheets.map(textOf).join('') });
}
