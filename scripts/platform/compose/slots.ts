import { defaultTreeAdapter, parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import {
  afterPaintElementId,
  dataElementId,
  releaseRecordElementId,
  signalsElementId,
} from '@composed/contracts/page-elements';
import { slotMark } from '@composed/contracts/composer';
import { checkElements, type Claim } from './check-globals';
import { elementsIn, type HostPage } from './check-page';
import { ReleaseError } from './composition';

/* A remote's markup is text that somebody else wrote: it may fill its place, and nothing more. */

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What the markup of a module may take, for browsers as for this tool: some ways of nesting grow as squares. */
const most = { characters: 500_000, opened: 50_000, depth: 250 };

class TooLarge extends Error {}

/** Elements that run, load, or change the page around them. A page's scripts and styles are the releases' files. */
const forbidden = new Set([
  ...['script', 'style', 'link', 'meta', 'base', 'template', 'title', 'frame', 'frameset'],
  ...['iframe', 'object', 'embed', 'portal', 'applet', 'animate', 'set', 'foreignObject'],
]);

/** Attributes by which the host finds what is its own. */
const ofTheHost = new Set(['data-slot', 'data-island', 'data-page', 'srcdoc']);
const idsOfThePage = new Set([
  ...['root', afterPaintElementId, dataElementId],
  ...[releaseRecordElementId, signalsElementId],
]);
const addresses = new Set(['href', 'xlink:href', 'src', 'action', 'formaction', 'data', 'poster']);
/** `<img name="cookie">` takes the place of `document.cookie`. */
const namedOnDocument = new Set(['img', 'form']);

function problemOfAttribute(tag: string, name: string, value: string): string | null {
  // Browsers leave these out of an address.
  const address = value.replace(/[\p{Cc}\s]/gu, '').toLowerCase();
  if (/^on/i.test(name)) return `the event handler ${name}`;
  if (ofTheHost.has(name)) return `the host’s own attribute ${name}`;
  if (name === 'id' && idsOfThePage.has(value)) return `the page’s own id "${value}"`;
  if (name === 'name' && namedOnDocument.has(tag)) return `a named <${tag}>`;
  if (!addresses.has(name)) return null;
  if (/^(?:javascript|vbscript):/.test(address)) return `a script as an address`;
  if (name.endsWith('action') && !/^(?:$|[#?]|\/(?![/\\]))/.test(address))
    return `a form that is sent to another site`;
  return null;
}

/** What an element of a remote's markup must not be, in words; null where all is well. */
function problemOfElement({ tagName, namespaceURI, attrs }: Element): string | null {
  // An SVG's title is its text for those who cannot see it.
  const isText = tagName === 'title' && namespaceURI.endsWith('svg');
  if ((forbidden.has(tagName) || tagName.startsWith('animate')) && !isText) return `<${tagName}>`;
  const problems = attrs.map(({ name, prefix, value }) =>
    problemOfAttribute(tagName, prefix ? `${prefix}:${name}` : name, value),
  );
  return problems.find((problem) => problem !== null) ?? null;
}

/** React writes one at the beginning for each `<img>` that is not lazy, which stands right behind it here. */
const imagePreloads = /^(?:<link rel="preload" as="image"[^<>]*\/>)+/;

/** The markup of a module without what React adds to it that no author has written. */
export const withoutPreloads = (markup: string) => markup.replace(imagePreloads, '');

/** Browsers read `<noscript>` in two ways. */
const ways = [{ scriptingEnabled: true }, { scriptingEnabled: false }] as const;

/** Makes a tree as it is parsed, up to its limits. @throws TooLarge */
function limitedTree(): typeof defaultTreeAdapter {
  let [opened, depth] = [0, 0];
  return {
    ...defaultTreeAdapter,
    onItemPush: () => {
      opened += 1;
      depth += 1;
      if (opened > most.opened || depth > most.depth) throw new TooLarge();
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
}

/** In a `<select>` older browsers, and the parser, leave out most elements; newer ones keep them as anywhere else. */
const withoutSelects = (html: string) => html.replace(/(<\/?)select\b/gi, '$1x-select');
const asWritten = (html: string) => html;

/** Every element of a markup, however browsers read it. @throws TooLarge */
function elementsOf(markup: string): Element[] {
  if (markup.length > most.characters) throw new TooLarge();
  return [...new Set([markup, withoutSelects(markup)])]
    .flatMap((read) =>
      ways.map((way) => parseFragment(read, { ...way, treeAdapter: limitedTree() })),
    )
    .flatMap(elementsIn);
}

/**
 * @param claims the globals that no element may have the name of
 * @throws ReleaseError naming the element or attribute that is none of a remote's
 */
export function checkMarkup(
  app: string,
  expose: string,
  markup: string,
  claims: readonly Claim[] = [],
): void {
  const about = `its markup of ${expose}`;
  try {
    const elements = elementsOf(markup);
    const problem = elements.map(problemOfElement).find((each) => each !== null);
    if (problem !== undefined) throw new ReleaseError(app, `${about} holds ${problem}`);
    checkElements(claims, elements, app);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const { characters, opened, depth } = most;
    throw new ReleaseError(
      app,
      `${about} is too large: more than ${characters} characters, ${opened} elements, or ${depth} inside each other`,
    );
  }
}

const marks = /<!--slot:([\w-]+\/[\w-]+)-->/g;
const markData = /^slot:(.*)$/;

/** The markup for marks, by federation id. */
type Slots = ReadonlyMap<string, string>;

const fill = (bare: string, slots: Slots) =>
  bare.replace(marks, (mark, id: string) => slots.get(id) ?? mark);

/** What stands in the place of a node, where that is the mark of a module. */
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
  if ('attrs' in bare && !('attrs' in filled && hasAttributes(filled, bare.attrs))) return false;
  if ('content' in bare) {
    const isSame = 'content' in filled && isFilled(bare.content, filled.content, replace);
    if (!isSame) return false;
  }
  const found = childrenOf(filled).values();
  const isNext = (child: Node, inside: Replace) => {
    const { value } = found.next();
    return value !== undefined && isFilled(child, value, inside);
  };
  const areFound = childrenOf(bare).every((child) => {
    const markup = replace(child);
    // A mark among it counts as the comment that it is by itself.
    return markup ? markup.every((each) => isNext(each, asItIs)) : isNext(child, replace);
  });
  return areFound && found.next().done === true;
}

/** @returns reads markup by itself, each once: it stands in many pages */
function markupReader() {
  const known = new Map<string, readonly Node[]>();
  return (markup: string, way: (typeof ways)[number]) => {
    const key = `${way.scriptingEnabled} ${markup}`;
    const nodes = known.get(key) ?? parseFragment(markup, way).childNodes;
    known.set(key, nodes);
    return nodes;
  };
}

/**
 * Puts the remotes' markup into pages of the host.
 * @param markups by federation id, each checked by itself
 * @returns takes a page and its name, and gives the page with what it shows; it throws a ReleaseError naming the remote
 *   whose markup would change the page around its place
 */
export function slotFiller(markups: Slots) {
  const readMarkup = markupReader();
  /** Whether each markup stays in its place: the page is the host's page with the markups' trees at the marks. */
  const staysInPlace = ({ text, tree }: HostPage, slots: Slots): boolean => {
    const filled = fill(text, slots);
    const read = /<noscript/i.test(filled) ? ways : ways.slice(0, 1);
    const isSame = (change: (html: string) => string) =>
      read.every((way) => {
        const isRead = change === asWritten && way.scriptingEnabled;
        const bare = isRead ? tree : parse(change(text), way);
        return isFilled(bare, parse(change(filled), way), (node) => {
          const id = 'data' in node ? markData.exec(node.data)?.[1] : undefined;
          const markup = id === undefined ? undefined : slots.get(id);
          return markup === undefined ? undefined : readMarkup(change(markup), way);
        });
      });
    return isSame(asWritten) && (!/<select/i.test(filled) || isSame(withoutSelects));
  };
  return (name: string, page: HostPage): string => {
    const { html } = page;
    const ids = [...html.matchAll(marks)].map(([, id = '']) => id);
    if (ids.length === 0) return html;
    const unknown = ids.find((id) => !markups.has(id));
    if (unknown !== undefined)
      throw new ReleaseError(
        'host',
        `${name} shows ${slotMark(unknown)}, which it has not planned`,
      );
    const slots = new Map(ids.map((id) => [id, markups.get(id) ?? '']));
    if (staysInPlace(page, slots)) return fill(html, slots);
    const culprit = ids.find((id) => !staysInPlace(page, new Map([[id, slots.get(id) ?? '']])));
    const [app = 'host', expose = ''] = (culprit ?? ids[0])?.split('/') ?? [];
    throw new ReleaseError(
      app,
      `its markup of ./${expose} does not stay in its place in ${name}: it changes the page around it`,
    );
  };
}
