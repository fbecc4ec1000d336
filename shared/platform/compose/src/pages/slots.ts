import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { slotMark } from '@composed/contracts/composer';
import type { HostPage } from '../checks/check-page';
import { crossedReference } from '../checks/check-references';
import { ReleaseError, type FilledSlot } from '../deployment/deployment';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Browsers read `<noscript>` in two ways. */
const ways = [{ scriptingEnabled: true }, { scriptingEnabled: false }] as const;

/** Markup whose `<select>`s are other elements: the parser, and older browsers, leave out most elements in one. */
const withoutSelects = (html: string) => html.replace(/(<\/?)select\b/gi, '$1x-select');
const asWritten = (html: string) => html;

const marks = /<!--slot:([\w-]+\/[\w-]+(?:#[\w-]+)?)-->/g;
const markData = /^slot:(.*)$/;

/** Markup by the name of a module with its props, in place of the marks in pages. */
type Slots = ReadonlyMap<string, string>;

const fill = (bare: string, slots: Slots) =>
  bare.replace(marks, (mark, id: string) => slots.get(id) ?? mark);

/** Where the markup for each mark then stands. */
function placesOf(bare: string, slots: Slots, ids: readonly string[]): readonly FilledSlot[] {
  let longer = 0;
  return [...bare.matchAll(marks)].map(({ 0: mark, index }, n) => {
    const id = ids[n] ?? '';
    const start = index + longer;
    const end = start + (slots.get(id) ?? mark).length;
    longer = end - index - mark.length;
    return { id, start, end };
  });
}

/** Nodes in the place of one that is the mark of a module. */
type Replace = (node: Node) => readonly Node[] | undefined;
const asItIs: Replace = () => undefined;

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

const hasAttributes = (element: Element, attributes: Element['attrs']) =>
  element.attrs.length === attributes.length &&
  element.attrs.every(({ name, value, prefix }, n) => {
    const other = attributes[n];
    return other?.name === name && other.value === value && other.prefix === prefix;
  });

/** Whether a tree is another one whose marks are filled. */
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
    // A mark among it counts as the comment that it is by itself.
    return markup ? markup.every((each) => isNext(each, asItIs)) : isNext(child, replace);
  });
  return areFound && nodes.next().done === true;
}

/** @returns a function that reads markup. Trees of markup in many pages are kept; those of one page are not. */
function markupReader() {
  const known = new Map<string, readonly Node[]>();
  return (id: string, markup: string, way: (typeof ways)[number]) => {
    const key = `${way.scriptingEnabled} ${markup}`;
    const nodes = known.get(key) ?? parseFragment(markup, way).childNodes;
    if (!id.includes('#')) known.set(key, nodes);
    return nodes;
  };
}

/** @throws ReleaseError where an element of one would change one of another, such as a label a field */
function checkReferences(page: DefaultTreeAdapterTypes.Document, name: string): void {
  const { what, slots } = crossedReference(page) ?? { slots: [] };
  const culprit = slots.find((slot) => slot !== '');
  if (culprit === undefined) return;
  const [app = '', expose = ''] = culprit.split('/');
  const others = slots.map((slot) => slot || 'the host').filter((slot) => slot !== culprit);
  throw new ReleaseError(
    app,
    `its markup of ./${expose} shares ${what} with ${others.join('')} in ${name}, and an element of one would change one of the other: let it begin with "${app}-"`,
  );
}

/**
 * Puts the remotes' markup into pages of the host.
 * @param markups of what a module with its props is called, each checked by itself
 * @returns takes a page and its name, and gives the page with what it shows, and where; it throws a ReleaseError
 *   naming the remote whose markup would change the page around its place
 */
export function slotFiller(markups: ReadonlyMap<string, Buffer | string>) {
  const readMarkup = markupReader();
  // By its own text: a part of a page’s holds all of that page in memory.
  const named = new Map([...markups.keys()].map((id) => [id, id]));
  /** Whether each markup stays in its place: the page is the host's page with the markups' trees at the marks. */
  const staysInPlace = ({ text, tree }: HostPage, slots: Slots, name = ''): boolean => {
    const filled = fill(text, slots);
    const read = /<noscript/i.test(filled) ? ways : ways.slice(0, 1);
    const isSame = (change: (html: string) => string) =>
      read.every((way) => {
        const isRead = change === asWritten && way.scriptingEnabled;
        const bare = isRead ? tree : parse(change(text), way);
        const page = parse(change(filled), way);
        if (isRead && name !== '') checkReferences(page, name);
        return isFilled(bare, page, (node) => {
          const id = 'data' in node ? markData.exec(node.data)?.[1] : undefined;
          const markup = id === undefined ? undefined : slots.get(id);
          if (id === undefined || markup === undefined) return undefined;
          return readMarkup(id, change(markup), way);
        });
      });
    return isSame(asWritten) && (!/<select/i.test(filled) || isSame(withoutSelects));
  };
  return (name: string, page: HostPage) => {
    const { html } = page;
    const ids = [...html.matchAll(marks)].map(([, id = '']) => named.get(id) ?? id);
    if (ids.length === 0) return { html, places: [] };
    const unknown = ids.find((id) => !markups.has(id));
    if (unknown !== undefined)
      throw new ReleaseError(
        'host',
        `${name} shows ${slotMark(unknown)}, which it has not planned`,
      );
    const slots = new Map(ids.map((id) => [id, String(markups.get(id) ?? '')]));
    if (staysInPlace(page, slots, name))
      return { html: fill(html, slots), places: placesOf(html, slots, ids) };
    const culprit = ids.find((id) => !staysInPlace(page, new Map([[id, slots.get(id) ?? '']])));
    const [app = 'host', expose = ''] = (culprit ?? ids[0])?.split(/[/#]/) ?? [];
    throw new ReleaseError(
      app,
      `its markup of ./${expose} does not stay in its place in ${name}: it changes the page around it`,
    );
  };
}
