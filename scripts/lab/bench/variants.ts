import { parse, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import type { Deployment } from '@composed/compose/deployment';

/** The sites that are visited side by side, by how tables call them. */
export const variantNames = {
  composed: 'Composed',
  monolith: 'Monolith',
  scriptless: 'No scripts',
} as const;
export type Variant = keyof typeof variantNames;
export const variants = Object.keys(variantNames) as readonly Variant[];

/** The order differs in each round, since its first visit finds the machine in another state. */
export function inTurn(round: number): readonly Variant[] {
  const first = round % variants.length;
  return [...variants.slice(first), ...variants.slice(0, first)];
}

/** A deployment with another HTML in every page. */
export function changePages(
  deployment: Deployment,
  id: string,
  change: (html: string) => string,
): Deployment {
  const changed = [...deployment.pages].map(([name, bytes]): [string, Buffer] => [
    name,
    name.endsWith('.html') ? Buffer.from(change(bytes.toString('utf8'))) : bytes,
  ]);
  return { ...deployment, id, pages: new Map(changed) };
}

const everyScript = /<script(?![^>]*application\/ld\+json)[^>]*>.*?<\/script>\n?/gs;
const scriptPreload = /<link rel="(?:preload|modulepreload)" as="(?:script|fetch)"[^>]*>\n?/g;

/**
 * A composed page without anything that a script reads, runs or asks for. Styles, fonts and images stay, and so does
 * the structured data for search engines, which no browser runs.
 */
export function withoutScripts(html: string): string {
  return html.replaceAll(everyScript, '').replaceAll(scriptPreload, '');
}

type Node = DefaultTreeAdapterTypes.ChildNode;

/** The nodes for a node in a page that somebody has written by hand. */
function byHand(node: Node): Node[] {
  if (node.nodeName === '#comment' || node.nodeName === 'template') return [];
  if (!('attrs' in node)) return [node];
  const has = (pattern: RegExp) => node.attrs.some(({ name }) => pattern.test(name));
  if (has(/^http-equiv$/)) return [];
  const children = node.childNodes.flatMap(byHand);
  // A mount point, and the container in it.
  if (has(/^data-(?:slot|island)$/)) {
    return children.flatMap((child) => ('childNodes' in child ? child.childNodes : []));
  }
  const attrs = node.attrs.filter(({ name }) => !name.startsWith('data-'));
  return [Object.assign(node, { attrs, childNodes: children })];
}

/** A composed page as its author would write it without any script: the same content and styles, and no more. */
export function writtenByHand(html: string): string {
  const document = parse(withoutScripts(html));
  return serialize({ ...document, childNodes: document.childNodes.flatMap(byHand) });
}
