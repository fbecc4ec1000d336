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

/** Parsing the text gives the tree. */
export interface Markup {
  readonly tree: MarkupTree;
  readonly text: string;
}

/**
 * Limits of the markup of a module, for browsers as for this tool: some ways of nesting, and the attributes of one
 * element, take time by their square. Chromium builds no tree deeper than 512, and modules stand in pages and in each
 * other.
 */
const max = { characters: 500_000, opened: 50_000, depth: 150, attributes: 1000 };

/** Throws, with a reason that follows the words “its markup”. */
export type Refuse = (reason: string) => never;

const tooLarge = `is too large: more than ${max.characters} characters, ${max.opened} elements, ${max.depth} inside each other, or ${max.attributes} attributes of one`;

/** An attribute's value between quotes; the parser takes a second `=` for the beginning of a value without them. */
const quotedValue = /([^\s=])\s*=\s*(?:"[^"]*"|'[^']*')/g;

const hasManyAttributes = (markup: string) =>
  markup.split(/<(?=[a-z])/i).some((text) => {
    const [tag = ''] = text.replace(quotedValue, '$1 ').split('>', 1);
    return tag.split(/[\s/]+/).length > max.attributes;
  });

/** An adapter for the parser that counts elements and depth, and refuses more than the limits. */
function limitedTree(refuse: Refuse): typeof defaultTreeAdapter {
  let opened = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    onItemPush: () => {
      opened += 1;
      depth += 1;
      if (opened > max.opened || depth > max.depth) refuse(tooLarge);
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
}

/** The element of a slot, as the context for parsing. */
const slotElement = defaultTreeAdapter.createElement('div', constants.NS.HTML, []);

/**
 * Parses markup as the content of a slot. `<noscript>` is parsed as elements, so that its serialized content holds no
 * end tag that could be taken for its own. Markup that is too large is refused.
 */
function parseMarkup(markup: string, refuse: Refuse): MarkupTree {
  if (markup.length > max.characters || hasManyAttributes(markup)) refuse(tooLarge);
  return parseFragment(slotElement, markup, {
    scriptingEnabled: false,
    treeAdapter: limitedTree(refuse),
  });
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const reference = (character: string) => references[character] ?? '';

/** The value of an attribute, as it stands between quotes. */
export const escapeValue = (value: string) => value.replace(/[&<>"]/g, reference);

export const nameOfAttribute = ({ name, prefix }: MarkupElement['attrs'][number]) =>
  prefix ? `${prefix}:${name}` : name;

const withoutContent = new Set(
  'area,base,br,col,embed,hr,img,input,link,meta,param,source,track,wbr'.split(','),
);

/**
 * Serializes nodes. `<` and `>` occur around tags and comments alone, so that no reader of the text can mistake
 * anything else for one.
 * @param inside may give the text of an element's content, in place of its nodes
 */
export function writeNodes(
  nodes: readonly MarkupNode[],
  inside: (element: MarkupElement) => string | undefined = () => undefined,
): string {
  return nodes.map((node) => writeNode(node, inside)).join('');
}

function writeNode(node: MarkupNode, inside: (element: MarkupElement) => string | undefined) {
  if ('value' in node) return node.value.replace(/[&<>]/g, reference);
  if ('data' in node) return `<!--${node.data}-->`;
  if (!('tagName' in node)) return '';
  const { tagName, attrs, childNodes, namespaceURI } = node;
  const values = attrs.map((each) => {
    const value = escapeValue(each.value);
    return ` ${nameOfAttribute(each)}${value === '' ? '' : `="${value}"`}`;
  });
  const start = `<${tagName}${values.join('')}>`;
  const isHtml = namespaceURI === constants.NS.HTML;
  if (isHtml && withoutContent.has(tagName)) return start;
  const nodes = 'content' in node ? node.content.childNodes : childNodes;
  const content = inside(node) ?? writeNodes(nodes, inside);
  // Parsers drop the first line break in these elements.
  const lost = isHtml && /^(?:pre|textarea|listing)$/.test(tagName) && content.startsWith('\n');
  return `${start}${lost ? '\n' : ''}${content}</${tagName}>`;
}

/**
 * Parses and serializes markup until a parse of the result gives the same tree. Markup that is too large, or that never
 * becomes stable, is refused.
 * @param adapt changes the first tree
 */
export function readMarkup(
  markup: string,
  refuse: Refuse,
  adapt?: (tree: MarkupTree, refuse: Refuse) => void,
): Markup {
  let written = markup;
  // An adapted tree is serialized once before it is compared.
  for (let round = adapt ? -1 : 0; round < 4; round += 1) {
    const tree = parseMarkup(written, refuse);
    if (written === markup) adapt?.(tree, refuse);
    const text = writeNodes(tree.childNodes);
    if (text === written) return { tree, text };
    written = text;
  }
  return refuse('would be read as other elements once it is written as HTML');
}
