import type { DefaultTreeAdapterTypes } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;

/** Returns the elements of a tree, including those in templates, in the order of their start tags. */
export function elementsIn(node: DefaultTreeAdapterTypes.Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : [];
  const content = 'content' in node ? elementsIn(node.content) : [];
  return [...('tagName' in node ? [node] : []), ...children, ...content];
}

export const attribute = (element: Element, name: string) =>
  element.attrs.find((each) => each.name === name)?.value;

/** Returns the text directly in an element, without that of the elements inside. */
export const directText = ({ childNodes }: Element) =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('');
