import {
  isHTMLTag,
  isKnownHtmlAttr,
  isKnownMathMLAttr,
  isKnownSvgAttr,
  isMathMLTag,
  isSVGTag,
} from '@vue/shared';
import { html as constants } from 'parse5';
import { spokenName, type PlannedModule } from '@composed/contracts/composer';
import {
  afterPaintElementId,
  dataElementId,
  pinsElementId,
  rowElementId,
  telemetryElementId,
} from '@composed/contracts/page-elements';
import { adaptMarkup, slotted } from './adapt-markup';
import { checkElements, shadowsGlobal } from './check-globals';
import { placeOfHead } from './check-head';
import { attribute, elementsIn } from './check-page';
import type { CheckRenderedStyles } from './check-style-names';
import { idsActedOn, idsOf } from './check-references';
import { ReleaseError } from '../deployment/deployment';
import {
  MarkupProblem,
  nameOfAttribute,
  parseMarkup,
  readMarkup,
  type Markup,
  type MarkupElement,
  type MarkupNode,
} from './markup';

/* A remote's markup is a tree that somebody else made: it may fill its slot, and nothing more. */

/** Elements that run, load, or change the page around them. A page's scripts and styles are the releases' files. */
const forbidden = new Set([
  ...['html', 'head', 'body', 'script', 'style', 'link', 'meta', 'base', 'template', 'title'],
  ...['iframe', 'object', 'embed', 'param', 'animate', 'animateMotion', 'animateTransform', 'set'],
  ...['discard', 'foreignObject', 'annotation-xml', 'mglyph', 'malignmark'],
]);

/** A custom element, which parsers treat as an ordinary one. */
const isCustom = (tag: string) => /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/.test(tag);

const { HTML, SVG, MATHML } = constants.NS;

/** Whether browsers know an element, and frameworks write it there: HTML inside of SVG or MathML is read in many ways. */
function isKnown({ tagName, namespaceURI, parentNode }: MarkupElement): boolean {
  const around = parentNode && 'namespaceURI' in parentNode ? parentNode.namespaceURI : HTML;
  if (namespaceURI === HTML) {
    return around === HTML && (isHTMLTag(tagName) || tagName === 'search' || isCustom(tagName));
  }
  const isRoot = tagName === 'svg' || tagName === 'math';
  if (around !== namespaceURI && !(isRoot && around === HTML)) return false;
  if (namespaceURI === MATHML) return isMathMLTag(tagName);
  return isSVGTag(tagName) || tagName === 'a';
}

/** Attributes that are newer than the lists of frameworks, or that frameworks pass on by their kind. */
const otherAttributes = new Set([
  ...['role', 'is', 'part', 'exportparts', 'inputmode', 'autofocus', 'autocorrect', 'popover'],
  ...['popovertarget', 'popovertargetaction', 'command', 'commandfor', 'closedby', 'interestfor'],
  ...['fetchpriority', 'writingsuggestions', 'playsinline', 'disablepictureinpicture', 'valign'],
  ...['disableremoteplayback', 'controlslist', 'elementtiming', 'property', 'typeof', 'resource'],
  ...[
    'about',
    'datatype',
    'inlist',
    'prefix',
    'vocab',
    'itemid',
    'itemref',
    'itemscope',
    'itemtype',
  ],
  ...['focusable', 'unselectable', 'autosave', 'results', 'cellpadding', 'cellspacing', 'nowrap'],
]);
const isPlainName = (name: string) => /^[a-z][\w.-]*$/i.test(name);

const isKnownAttribute = (tag: string, name: string) =>
  [isKnownHtmlAttr, isKnownSvgAttr, isKnownMathMLAttr].some((known) => known(name)) ||
  otherAttributes.has(name) ||
  // HTML gives no meaning to a name with a hyphen; libraries do.
  (isPlainName(name) && (name.includes('-') || isCustom(tag)));

/** Attributes by which the host finds its own elements. */
const ofTheHost = new Set(['data-slot', 'data-island', 'data-box', 'data-page', 'srcdoc']);
const idsOfThePage = new Set([
  ...['root', afterPaintElementId, dataElementId],
  ...[pinsElementId, rowElementId, telemetryElementId],
]);
const addresses = new Set(['href', 'xlink:href', 'src', 'action', 'formaction', 'data', 'poster']);
/** `<img name="cookie">` takes the place of `document.cookie`. */
const namedOnDocument = new Set(['img', 'form']);
function problemOfAttribute(tag: string, name: string, value: string): string | null {
  // Browsers leave these out of an address.
  const address = value.replace(/[\p{Cc}\s]/gu, '').toLowerCase();
  if (/^on/i.test(name)) return `the event handler ${name}`;
  if (ofTheHost.has(name)) return `the host’s own attribute ${name}`;
  if (!isKnownAttribute(tag, name))
    return `the attribute ${name}, which browsers do not know: give it the name data-${name}`;
  if (name === 'id' && idsOfThePage.has(value)) return `the page’s own id "${value}"`;
  if (name === 'id' && shadowsGlobal(value))
    return `the id "${value}", by which scripts look for what a browser has: give it another one`;
  if (name === 'name' && namedOnDocument.has(tag)) return `a named <${tag}>`;
  if (name === 'accesskey')
    return 'an accesskey, which other teams may take for theirs: leave it out';
  if (name === 'tabindex' && Number.parseInt(value, 10) > 0)
    return `a tabindex of ${value}, which comes before the rest of the page: write 0, in the order of elements`;
  if (!addresses.has(name)) return null;
  if (/^(?:javascript|vbscript):/.test(address)) return `a script as an address`;
  if (name.endsWith('action') && !/^(?:$|[#?]|\/(?![/\\]))/.test(address))
    return `a form that is sent to another site`;
  return null;
}

/** The elements around one, from the inside out. */
function* around(element: MarkupElement) {
  let parent = element.parentNode;
  while (parent && 'tagName' in parent) {
    yield parent;
    parent = parent.parentNode;
  }
}

/** Nothing in it is shown, or focused, before it is opened. */
const isClosed = (element: MarkupElement) =>
  attribute(element, 'popover') !== undefined ||
  (element.tagName === 'dialog' && attribute(element, 'open') === undefined);

/** An element’s effect on markup of others, in words; null where it has none. */
function pointsOut(element: MarkupElement, ids: ReadonlySet<string>): string | null {
  const { tagName, attrs } = element;
  const beyond = idsActedOn(element).find(({ id }) => !ids.has(id));
  if (beyond !== undefined)
    return `<${tagName} ${beyond.name}="${beyond.value}">, which is about an element of somebody else: the same markup has none of that ${beyond.name === 'usemap' ? 'name' : 'id'}`;
  const changed = attrs.find(({ name }) => /^form./.test(name));
  const isInForm =
    attribute(element, 'form') !== undefined ||
    [...around(element)].some((each) => each.tagName === 'form');
  return changed && !isInForm
    ? `<${tagName} ${changed.name}>, which changes a form of somebody else`
    : null;
}

/** Elements that every browser keeps in a `<select>`. Older browsers, and the parser, leave out all others. */
const inSelects = new Set(['option', 'optgroup', 'hr']);
const withRenamedSelects = (markup: string) => markup.replace(/(<\/?)select\b/gi, '$1x-select');

function problemOfSelects(markup: string): string | null {
  if (!/<select/i.test(markup)) return null;
  const elements = elementsIn(parseMarkup(withRenamedSelects(markup)));
  const other = elements.find((element) => {
    const isIn = [...around(element)].some(({ tagName }) => tagName === 'x-select');
    return isIn && !inSelects.has(element.tagName);
  });
  return other
    ? `<${other.tagName.replace('x-', '')}> in a <select>, where browsers agree about <option>, <optgroup> and <hr> alone`
    : null;
}

/** The reason why an element of a remote's markup is refused, in words; null where it is not. */
function problemOfElement(element: MarkupElement): string | null {
  const { tagName, namespaceURI, attrs } = element;
  // An SVG's title is its text for those who cannot see it.
  const isText = tagName === 'title' && namespaceURI === SVG;
  if (['title', 'meta', 'link'].includes(tagName) && !isText) return `<${tagName}>: ${placeOfHead}`;
  if (tagName === 'template')
    return '<template>, as lists of React Aria render one: show what does after mounting';
  if ((forbidden.has(tagName) && !isText) || !isKnown(element)) return `<${tagName}>`;
  // With scripts its content is a text, which the first end tag ends.
  const isIn =
    tagName === 'noscript' && [...around(element)].some((each) => each.tagName === tagName);
  if (isIn) return '<noscript> in a <noscript>';
  if (attribute(element, 'data-css') !== undefined && attrs.some(({ name }) => slotted.has(name)))
    return 'a style sheet in the element of a part';
  if (attribute(element, 'autofocus') !== undefined && ![...around(element)].some(isClosed))
    return 'autofocus, which takes who opens the page past all that stands before: focus it after a press, or in a <dialog>';
  const problems = attrs.map((each) => {
    return problemOfAttribute(tagName, nameOfAttribute(each), each.value);
  });
  return problems.find((problem) => problem !== null) ?? null;
}

function problemOfComment(node: MarkupNode): string | null {
  if ('data' in node && /[<>]|--/.test(node.data)) return 'a comment that holds markup';
  const children = 'childNodes' in node ? node.childNodes : [];
  return children.map(problemOfComment).find((problem) => problem !== null) ?? null;
}

/** React writes one at the beginning for each `<img>` that is not lazy, which stands right behind it here. */
const imagePreloads = /^(?:<link rel="preload" as="image"[^<>]*\/>)+/;

/**
 * Reads what a module was rendered to, without what React adds to it that no author has written.
 * @param checkStyles looks at the style sheets in it
 * @returns what may stand in a slot, written by this platform
 * @throws ReleaseError naming an element or attribute that a remote may not have
 */
export function checkMarkup(
  module: Pick<PlannedModule, 'app' | 'expose' | 'address'>,
  rendered: string,
  checkStyles: CheckRenderedStyles = () => undefined,
): Markup {
  const { app } = module;
  const ownMarkup = rendered.replace(imagePreloads, '');
  try {
    const markup = readMarkup(ownMarkup, adaptMarkup);
    const elements = elementsIn(markup.tree);
    const ids = new Set(elements.flatMap(idsOf));
    const problem = [
      ...elements.map(problemOfElement),
      ...elements.map((element) => pointsOut(element, ids)),
      ...markup.tree.childNodes.map(problemOfComment),
      problemOfSelects(ownMarkup),
    ].find((each) => each !== null);
    if (problem !== undefined) throw new MarkupProblem(`holds ${problem}`);
    checkElements(app, elements);
    for (const element of elements) {
      const css = attribute(element, 'data-css');
      if (css !== undefined) checkStyles(app, css);
    }
    return markup;
  } catch (error) {
    if (!(error instanceof MarkupProblem)) throw error;
    throw new ReleaseError(app, `its markup of ${spokenName(module)} ${error.message}`);
  }
}
