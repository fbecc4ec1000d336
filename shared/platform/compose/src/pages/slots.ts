import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { ReleaseError } from '@composed/command/errors';
import { slotComment } from '@composed/contracts/composer';
import type { HostPage } from '../checks/check-page';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The comment in a page that the markup of a module replaces. */
const slotComments = /<!--slot:([\w-]+\/[\w-]+(?:#[\w-]+)?)-->/g;
const commentData = /^slot:(.*)$/;

/** Markup by the name of a module with its props. */
type Slots = ReadonlyMap<string, string>;

const fill = (bare: string, slots: Slots) =>
  bare.replace(slotComments, (comment, id: string) => slots.get(id) ?? comment);

/** Nodes in the place of the comment for a module; undefined for any other node. */
type Replace = (node: Node) => readonly Node[] | undefined;
const asItIs: Replace = () => undefined;

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

const hasAttributes = (element: Element, attributes: Element['attrs']) =>
  element.attrs.length === attributes.length &&
  element.attrs.every(({ name, value, prefix }, n) => {
    const other = attributes[n];
    return other?.name === name && other.value === value && other.prefix === prefix;
  });

/** Whether a tree equals another one, apart from comments for modules that are replaced. */
function isFilled(bare: Node, filled: Node, replace: Replace): boolean {
  if (bare.nodeName !== filled.nodeName) return false;
  if ('value' in bare) return 'value' in filled && bare.value === filled.value;
  if ('data' in bare) return 'data' in filled && bare.data === filled.data;
  if ('attrs' in bare) {
    // A <track> in an <svg> of the host would be an element of SVG.
    const isSame = 'attrs' in filled && filled.namespaceURI === bare.namespaceURI;
    if (!isSame || !hasAttributes(filled, bare.attrs)) return false;
  }
  if ('content' in bare) {
    const isSame = 'content' in filled && isFilled(bare.content, filled.content, replace);
    if (!isSame) return false;
  }
  const nodes = childrenOf(filled).values();
  const isNext = (child: Node, inside: Replace) => {
    const { value } = nodes.next();
    return value !== undefined && isFilled(child, value, inside);
  };
  const areFound = childrenOf(bare).every((child) => {
    const markup = replace(child);
    // A comment for a module in the markup of another one is no more than a comment.
    return markup ? markup.every((each) => isNext(each, asItIs)) : isNext(child, replace);
  });
  return areFound && nodes.next().done === true;
}

/** @returns a function that reads markup. Trees of markup in many pages are kept; those of one page are not. */
function createMarkupReader() {
  const nodesByMarkup = new Map<string, readonly Node[]>();
  return (id: string, markup: string) => {
    const nodes = nodesByMarkup.get(markup) ?? parseFragment(markup).childNodes;
    if (!id.includes('#')) nodesByMarkup.set(markup, nodes);
    return nodes;
  };
}

/**
 * Inserts the remotes' markup into pages of the host.
 * @param markups id of a module with its props → its markup, which has been checked
 * @returns a function that fills a page; it throws a ReleaseError naming a remote whose markup would change the page
 *   around its slot, as a form in a form of the host does
 */
export function createSlotFiller(markups: ReadonlyMap<string, Buffer | string>) {
  const readMarkup = createMarkupReader();
  // Keys of its own: a name that was cut out of a page would keep the whole page in memory.
  const ownIds = new Map([...markups.keys()].map((id) => [id, id]));
  /** Whether the page is the host's page with the markups' trees in place of the comments. */
  const staysInSlots = ({ text, tree }: HostPage, slots: Slots): boolean =>
    isFilled(tree, parse(fill(text, slots)), (node) => {
      const id = 'data' in node ? commentData.exec(node.data)?.[1] : undefined;
      const markup = id === undefined ? undefined : slots.get(id);
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
    const slots = new Map(ids.map((id) => [id, String(markups.get(id) ?? '')]));
    if (staysInSlots(page, slots)) return fill(html, slots);
    const culprit = ids.find((id) => !staysInSlots(page, new Map([[id, slots.get(id) ?? '']])));
    const [app = 'host', expose = ''] = (culprit ?? ids[0])?.split(/[/#]/) ?? [];
    const reason = `its markup of ./${expose} does not stay in its slot in ${name}: it changes the page around it`;
    throw new ReleaseError({ app, reason });
  };
}
