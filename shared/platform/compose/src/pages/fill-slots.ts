import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { ReleaseError } from '@composed/command/errors';
import { slotComment } from '@composed/contracts/composer';
import type { HostPage } from '../checks/check-page';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Matches the comment that the markup of a module replaces. */
const slotComments = /<!--slot:([\w-]+\/[\w-]+(?:#[\w-]+)?)-->/g;
const commentData = /^slot:(.*)$/;

/** Markup by the `renderedName` of its module. */
type MarkupByName = ReadonlyMap<string, string>;

const fill = (page: string, markupByName: MarkupByName) =>
  page.replace(slotComments, (comment, id: string) => markupByName.get(id) ?? comment);

/** Returns the nodes of the markup that replaces a slot comment; undefined for any other node. */
type FindMarkup = (node: Node) => readonly Node[] | undefined;
const findNone: FindMarkup = () => undefined;

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

const hasAttributes = (element: Element, attributes: Element['attrs']) =>
  element.attrs.length === attributes.length &&
  element.attrs.every(({ name, value, prefix }, n) => {
    const expected = attributes[n];
    return expected?.name === name && expected.value === value && expected.prefix === prefix;
  });

/** Whether `filled` is the tree of `bare` with the markup of modules in the place of their slot comments. */
function isFilled(bare: Node, filled: Node, findMarkup: FindMarkup): boolean {
  if (bare.nodeName !== filled.nodeName) return false;
  if ('value' in bare) return 'value' in filled && bare.value === filled.value;
  if ('data' in bare) return 'data' in filled && bare.data === filled.data;
  if ('attrs' in bare) {
    // In an <svg> of the host, elements of the markup would become elements of SVG.
    const isSame = 'attrs' in filled && filled.namespaceURI === bare.namespaceURI;
    if (!isSame || !hasAttributes(filled, bare.attrs)) return false;
  }
  if ('content' in bare) {
    const isSame = 'content' in filled && isFilled(bare.content, filled.content, findMarkup);
    if (!isSame) return false;
  }
  const filledChildren = childrenOf(filled).values();
  const equalsNext = (child: Node, findInside: FindMarkup) => {
    const { value } = filledChildren.next();
    return value !== undefined && isFilled(child, value, findInside);
  };
  const areEqual = childrenOf(bare).every((child) => {
    const markup = findMarkup(child);
    // A slot comment inside the markup of a module is an ordinary comment.
    return markup
      ? markup.every((node) => equalsNext(node, findNone))
      : equalsNext(child, findMarkup);
  });
  return areEqual && filledChildren.next().done === true;
}

/** @returns a function that parses markup, and caches the nodes of markup that stands in many pages */
function createMarkupReader() {
  const nodesByMarkup = new Map<string, readonly Node[]>();
  return (id: string, markup: string) => {
    const nodes = nodesByMarkup.get(markup) ?? parseFragment(markup).childNodes;
    // The id of a module for a single page has a key.
    if (!id.includes('#')) nodesByMarkup.set(markup, nodes);
    return nodes;
  };
}

/**
 * Creates a function that inserts the remotes' markup into pages of the host.
 * @param markups the checked markup of modules, by `renderedName`
 * @returns a function that fills a page; it throws a ReleaseError naming a remote whose markup would change the page
 *   around its slot, such as a form inside a form of the host
 */
export function createSlotFiller(markups: ReadonlyMap<string, Buffer | string>) {
  const readMarkup = createMarkupReader();
  // An id that is cut out of a page would keep the text of the whole page in memory, so the ids of `markups` are used.
  const ownIds = new Map([...markups.keys()].map((id) => [id, id]));
  /** Whether markup, once it is parsed as a part of the page, still has the nodes that it has when parsed by itself. */
  const staysInSlots = ({ text, tree }: HostPage, markupByName: MarkupByName): boolean =>
    isFilled(tree, parse(fill(text, markupByName)), (node) => {
      const id = 'data' in node ? commentData.exec(node.data)?.[1] : undefined;
      const markup = id === undefined ? undefined : markupByName.get(id);
      return id === undefined || markup === undefined ? undefined : readMarkup(id, markup);
    });
  return (name: string, page: HostPage): string => {
    const { html } = page;
    const ids = [...html.matchAll(slotComments)].map(([, id = '']) => ownIds.get(id) ?? id);
    if (ids.length === 0) return html;
    const unplannedId = ids.find((id) => !markups.has(id));
    if (unplannedId !== undefined) {
      const reason = `${name} shows ${slotComment(unplannedId)}, which it has not planned`;
      throw new ReleaseError({ app: 'host', reason });
    }
    const markupByName = new Map(ids.map((id) => [id, String(markups.get(id) ?? '')]));
    if (staysInSlots(page, markupByName)) return fill(html, markupByName);
    const culprit = ids.find(
      (id) => !staysInSlots(page, new Map([[id, markupByName.get(id) ?? '']])),
    );
    const [app = 'host', expose = ''] = (culprit ?? ids[0])?.split(/[/#]/) ?? [];
    const reason = `its markup of ./${expose} does not stay in its slot in ${name}: it changes the page around it`;
    throw new ReleaseError({ app, reason });
  };
}
