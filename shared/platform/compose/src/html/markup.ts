import {
  defaultTreeAdapter,
  html as constants,
  parseFragment,
  type DefaultTreeAdapterTypes,
} from 'parse5';

/* The markup of a module, as a tree and as its serialized text. */

type MarkupNode = DefaultTreeAdapterTypes.ChildNode;
export type MarkupElement = DefaultTreeAdapterTypes.Element;
export type MarkupTree = DefaultTreeAdapterTypes.DocumentFragment;

/** Markup as a tree, and as the text that parses to it. */
export interface Markup {
  readonly tree: MarkupTree;
  readonly text: string;
}

/**
 * Limits of the markup of a module, which protect browsers and this tool. Some ways of nesting, and the attributes of
 * one element, take quadratic time to parse. Chromium builds no tree deeper than 512 elements, and modules are nested in
 * pages and in each other.
 */
const max = { characters: 500_000, elements: 50_000, depth: 150, attributes: 1000 };

/** Throws a ReleaseError. The reason is the end of a sentence about the markup or the page. */
export type Refuse = (reason: string) => never;

const tooLarge = `is too large: more than ${max.characters} characters, ${max.elements} elements, ${max.depth} inside each other, or ${max.attributes} attributes of one`;

/** Matches an attribute's quoted value. Behind a second `=`, which begins an unquoted value, quotes do not count. */
const quotedValue = /([^\s=])\s*=\s*(?:"[^"]*"|'[^']*')/g;

const hasManyAttributes = (markup: string) =>
  markup.split(/<(?=[a-z])/i).some((text) => {
    const [tag = ''] = text.replace(quotedValue, '$1 ').split('>', 1);
    return tag.split(/[\s/]+/).length > max.attributes;
  });

/** Creates a tree adapter for parse5 that counts elements and their depth, and refuses markup beyond the limits. */
function createLimitedAdapter(refuse: Refuse): typeof defaultTreeAdapter {
  let elements = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    onItemPush: () => {
      elements += 1;
      depth += 1;
      if (elements > max.elements || depth > max.depth) refuse(tooLarge);
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
}

/** Stands for the element of a slot, since HTML is parsed by rules that depend on the element around it. */
const slotElement = defaultTreeAdapter.createElement('div', constants.NS.HTML, []);

/**
 * Parses markup as the content of a slot, and refuses markup that is too large. With `scriptingEnabled: false` the
 * content of `<noscript>` is parsed as elements, so it cannot contain a text that would end the element.
 */
function parseMarkup(markup: string, refuse: Refuse): MarkupTree {
  if (markup.length > max.characters || hasManyAttributes(markup)) refuse(tooLarge);
  return parseFragment(slotElement, markup, {
    scriptingEnabled: false,
    treeAdapter: createLimitedAdapter(refuse),
  });
}

const characterReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeCharacter = (character: string) => characterReferences[character] ?? '';

/** Escapes an attribute's value for use between double quotes. */
export const escapeValue = (value: string) => value.replace(/[&<>"]/g, escapeCharacter);

export const nameOfAttribute = ({ name, prefix }: MarkupElement['attrs'][number]) =>
  prefix ? `${prefix}:${name}` : name;

const voidElements = new Set(
  'area,base,br,col,embed,hr,img,input,link,meta,param,source,track,wbr'.split(','),
);

/** Returns text that replaces the content of an element, or undefined to keep the content. */
type ReplaceContent = (element: MarkupElement) => string | undefined;

/** Serializes nodes. The text has `<` and `>` only around tags and comments, so nothing else can be taken for one. */
export function serializeNodes(
  nodes: readonly MarkupNode[],
  replaceContent: ReplaceContent = () => undefined,
): string {
  return nodes.map((node) => serializeNode(node, replaceContent)).join('');
}

function serializeNode(node: MarkupNode, replaceContent: ReplaceContent) {
  if ('value' in node) return node.value.replace(/[&<>]/g, escapeCharacter);
  if ('data' in node) return `<!--${node.data}-->`;
  if (!('tagName' in node)) return '';
  const { tagName, attrs, childNodes, namespaceURI } = node;
  const values = attrs.map((each) => {
    const value = escapeValue(each.value);
    return ` ${nameOfAttribute(each)}${value === '' ? '' : `="${value}"`}`;
  });
  const start = `<${tagName}${values.join('')}>`;
  const isHtml = namespaceURI === constants.NS.HTML;
  if (isHtml && voidElements.has(tagName)) return start;
  const nodes = 'content' in node ? node.content.childNodes : childNodes;
  const content = replaceContent(node) ?? serializeNodes(nodes, replaceContent);
  // Parsers ignore a line break right after these start tags, so the content needs another one before its own.
  const losesLineBreak =
    isHtml && /^(?:pre|textarea|listing)$/.test(tagName) && content.startsWith('\n');
  return `${start}${losesLineBreak ? '\n' : ''}${content}</${tagName}>`;
}

/**
 * Parses and serializes markup until its text no longer changes. Refuses markup that is too large, or that still changes
 * in the fourth round.
 * @param adapt changes the tree of the first round
 */
export function normalizeMarkup(
  markup: string,
  refuse: Refuse,
  adapt?: (tree: MarkupTree, refuse: Refuse) => void,
): Markup {
  let written = markup;
  // `adapt` may change the text, which takes another round.
  for (let round = adapt ? -1 : 0; round < 4; round += 1) {
    const tree = parseMarkup(written, refuse);
    if (written === markup) adapt?.(tree, refuse);
    const text = serializeNodes(tree.childNodes);
    if (text === written) return { tree, text };
    written = text;
  }
  return refuse('would be read as other elements once it is written as HTML');
}
