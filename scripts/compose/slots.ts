import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import {
  afterPaintElementId,
  pricesElementId,
  releaseRecordElementId,
  signalsElementId,
} from '@shopwright/shared/contracts/page-elements';
import { slotMark } from '@shopwright/shared/contracts/composer';
import { Violation } from './check-page';

/* A remote's markup is text that somebody else wrote: it may fill its place, and nothing more. */

type Node = DefaultTreeAdapterTypes.Node;

/** Elements that run, load, or change the page around them. A page's scripts and styles are the releases' files. */
const forbidden = new Set([
  ...['script', 'style', 'link', 'meta', 'base', 'template', 'title', 'frame', 'frameset'],
  ...['iframe', 'object', 'embed', 'portal', 'applet', 'animate', 'set', 'foreignObject'],
]);

/** Attributes by which the host finds what is its own. */
const ofTheHost = new Set(['data-slot', 'data-island', 'data-page', 'srcdoc']);
const idsOfThePage = new Set([
  ...['root', afterPaintElementId, pricesElementId],
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

/** What a remote's markup must not hold, in words; null where all is well. */
function problemIn(node: Node): string | null {
  if ('tagName' in node) {
    const { tagName } = node;
    // An SVG's title is its text for those who cannot see it.
    const isText = tagName === 'title' && node.namespaceURI.endsWith('svg');
    if ((forbidden.has(tagName) || tagName.startsWith('animate')) && !isText) return `<${tagName}>`;
    for (const { name, prefix, value } of node.attrs) {
      const found = problemOfAttribute(tagName, prefix ? `${prefix}:${name}` : name, value);
      if (found !== null) return found;
    }
  }
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    const found = problemIn(child);
    if (found !== null) return found;
  }
  return null;
}

/** Browsers read `<noscript>` in two ways. */
const ways = [{ scriptingEnabled: true }, { scriptingEnabled: false }] as const;

/**
 * @returns the markup
 * @throws Violation naming the element or attribute that is none of a remote's
 */
export function checkMarkup(app: string, expose: string, markup: string): string {
  for (const way of ways) {
    const problem = problemIn(parseFragment(markup, way));
    if (problem !== null) throw new Violation(app, `its markup of ${expose} holds ${problem}`);
  }
  return markup;
}

type Slots = ReadonlyMap<string, string>;
const marks = /<!--slot:([\w-]+\/[\w-]+)-->/g;
const markData = /^slot:(.*)$/;

function fill(bare: string, slots: Slots): string {
  return bare.replace(marks, (mark, id: string) => slots.get(id) ?? mark);
}

/** A tree as data to compare. A mark in it counts as the nodes that its markup is by itself. */
function shapeOf(node: Node, slots: Slots, way: (typeof ways)[number]): unknown {
  if ('value' in node) return node.value;
  if ('data' in node) return { comment: node.data };
  if (!('childNodes' in node)) return node.nodeName;
  const children = node.childNodes.flatMap((child) => {
    const id = 'data' in child ? markData.exec(child.data)?.[1] : undefined;
    const markup = id === undefined ? undefined : slots.get(id);
    if (markup === undefined) return [shapeOf(child, slots, way)];
    return parseFragment(markup, way).childNodes.map((each) => shapeOf(each, new Map(), way));
  });
  const content = 'content' in node ? shapeOf(node.content, slots, way) : null;
  return [node.nodeName, 'attrs' in node ? node.attrs : [], children, content];
}

/** Whether each markup stays in its place: the page is the host's page with the markups' trees at the marks. */
function staysInPlace(bare: string, slots: Slots): boolean {
  return ways.every((way) => {
    const [expected, found] = [
      shapeOf(parse(bare, way), slots, way),
      shapeOf(parse(fill(bare, slots), way), new Map(), way),
    ];
    return JSON.stringify(expected) === JSON.stringify(found);
  });
}

/**
 * Puts the remotes' markup into a page of the host.
 * @param markups by federation id, each checked by itself
 * @throws Violation naming the remote whose markup would change the page around its place
 */
export function fillSlots(name: string, bare: string, markups: Slots): string {
  const ids = [...bare.matchAll(marks)].map(([, id = '']) => id);
  if (ids.length === 0) return bare;
  const unknown = ids.find((id) => !markups.has(id));
  if (unknown !== undefined)
    throw new Violation('host', `${name} shows ${slotMark(unknown)}, which it has not planned`);
  const slots = new Map(ids.map((id) => [id, markups.get(id) ?? '']));
  if (staysInPlace(bare, slots)) return fill(bare, slots);
  const culprit = ids.find((id) => !staysInPlace(bare, new Map([[id, slots.get(id) ?? '']])));
  const [app = 'host', expose = ''] = (culprit ?? ids[0])?.split('/') ?? [];
  throw new Violation(
    app,
    `its markup of ./${expose} does not stay in its place in ${name}: it changes the page around it`,
  );
}
