import { defaultTreeAdapter } from 'parse5';
import { attribute, elementsIn, directText } from './elements';
import type { MarkupElement, MarkupTree, Refuse } from './markup';

/** Whether an element is a style sheet that Emotion renders next to the element that it styles. */
const isEmotionSheet = (element: MarkupElement) =>
  element.tagName === 'style' && attribute(element, 'data-emotion') !== undefined;

/** Attributes of elements that other modules fill. */
const partAttributes: ReadonlySet<string> = new Set(['data-part', 'data-opens']);

/**
 * React renders this URL as the action of a form whose action is a function, and adds a script that records early
 * submissions. Neither is needed, since the inline bootstrap records what visitors press before hydration.
 */
const reactFormAction = "javascript:throw new Error('React form unexpectedly submitted.')";

function problemOf({ tagName, attrs }: MarkupElement): string {
  if (tagName !== 'style') return `<${tagName}>`;
  const tag = [tagName, ...attrs.map(({ name }) => name)].join(' ');
  return `<${tag}>, whose rules would be the whole page’s: import a style sheet, or take a library of those that the README of @composed/build lists`;
}

/**
 * Moves styles to where the inline bootstrap finds and applies them (@composed/host/bootstrap), since the page's policy
 * blocks them in markup: style attributes into `data-style`, and style sheets that libraries render into `data-css` of
 * the first element. Removes the script that React adds for forms.
 */
export function adaptToCsp(tree: MarkupTree, refuse: Refuse): void {
  const elements = elementsIn(tree);
  const scriptsAndStyles = elements.filter(
    ({ tagName }) => tagName === 'script' || tagName === 'style',
  );
  const sheets = scriptsAndStyles.filter(isEmotionSheet);
  for (const element of scriptsAndStyles) {
    const isOfReact = element.tagName === 'script' && directText(element).includes(reactFormAction);
    if (!isOfReact && !sheets.includes(element)) refuse(`holds ${problemOf(element)}`);
    defaultTreeAdapter.detachNode(element);
  }
  for (const { attrs } of elements) {
    for (const attr of attrs) if (attr.name === 'style') attr.name = 'data-style';
    const formActionIndex = attrs.findIndex(({ value }) => value === reactFormAction);
    if (formActionIndex >= 0) attrs.splice(formActionIndex, 1);
  }
  const first = elements.find(
    (element) =>
      !scriptsAndStyles.includes(element) &&
      !element.attrs.some(({ name }) => partAttributes.has(name)),
  );
  if (sheets.length === 0) return;
  if (!first) refuse('holds a style sheet, and no element of its own for it');
  first.attrs.push({ name: 'data-css', value: sheets.map(directText).join('') });
}
