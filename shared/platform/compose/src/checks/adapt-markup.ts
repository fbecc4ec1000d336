import { defaultTreeAdapter } from 'parse5';
import { attribute, elementsIn, textOf } from './check-page';
import type { MarkupElement, MarkupTree, Refuse } from './markup';

/** A style sheet that Emotion renders beside an element. */
const isRenderedSheet = (element: MarkupElement) =>
  element.tagName === 'style' && attribute(element, 'data-emotion') !== undefined;

/** Attributes of elements whose content is another module's. */
const slotted: ReadonlySet<string> = new Set(['data-part', 'data-opens']);

/**
 * React writes this as the address of a form with a function, and a script that looks for it. A press before hydration
 * is recorded without them.
 */
const tooEarly = "javascript:throw new Error('React form unexpectedly submitted.')";

function problemOf({ tagName, attrs }: MarkupElement): string {
  if (tagName !== 'style') return `<${tagName}>`;
  const words = [tagName, ...attrs.map(({ name }) => name)].join(' ');
  return `<${words}>, whose rules would be the whole page’s: import a style sheet, or take a library of those that the README of @composed/build lists`;
}

/**
 * Puts styles where a page's policy lets its inline bootstrap find and apply them (hydration/bootstrap.ts): those of
 * elements into `data-style`, and style sheets that libraries render into `data-css` of the first element. Leaves
 * out what React writes for a form that is sent too early.
 */
export function adaptMarkup(tree: MarkupTree, refuse: Refuse): void {
  const elements = elementsIn(tree);
  // Their texts are no markup: no such element can be written.
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
