import { html as constants } from 'parse5';
import { ReleaseError } from '@composed/command/errors';
import { displayName, type PlannedModule } from '@composed/contracts/composer';
import { isAllowedOrigin } from '@composed/contracts/outside';
import { adaptMarkup } from './adapt-markup';
import { adviceOnHead } from './check-head';
import { elementsIn } from './check-page';
import {
  nameOfAttribute,
  readMarkup,
  type Markup,
  type MarkupElement,
  type Refuse,
} from './markup';

/*
 * A module's markup is parsed and serialized by the platform. It must not hold elements that belong to a release's
 * files or to the head of the page; everything else is left to the browser.
 */

const ofTheHead = new Set(['title', 'meta', 'link']);
const forbidden = new Set(['script', 'style', 'base']);

/** Attributes by which the host finds its own elements. */
const ofTheHost = new Set(['data-slot', 'data-island', 'data-box', 'data-page']);

/** @param frames origins that the release of the module asks for */
function problemOfFrame({ attrs }: MarkupElement, frames: readonly string[]): string | null {
  const { src = '', srcdoc } = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
  if (srcdoc !== undefined) return '<iframe srcdoc>, which no page lets in';
  if (isAllowedOrigin(frames, src)) return null;
  const { origin = 'https://…' } = URL.canParse(src) ? new URL(src) : {};
  return `<iframe src="${src}">, which its package.json asks for by "outside": { "frame": ["${origin}"] }`;
}

/** The reason why an element of a remote's markup is refused, or null. */
function problemOfElement(element: MarkupElement, frames: readonly string[]): string | null {
  const { tagName, namespaceURI, attrs } = element;
  // The title of an SVG is its text for people who cannot see it.
  const isText = tagName === 'title' && namespaceURI === constants.NS.SVG;
  if (ofTheHead.has(tagName) && !isText) return `<${tagName}>: ${adviceOnHead}`;
  if (forbidden.has(tagName)) return `<${tagName}>`;
  const problem = tagName === 'iframe' ? problemOfFrame(element, frames) : null;
  if (problem !== null) return problem;
  for (const name of attrs.map(nameOfAttribute)) {
    if (/^on/i.test(name)) return `the event handler ${name}`;
    if (ofTheHost.has(name)) return `the host’s own attribute ${name}`;
  }
  return null;
}

/** React adds a preload for each `<img>` that is not lazy. It is useless here, right before the image. */
const imagePreloads = /^(?:<link rel="preload" as="image"[^<>]*\/>)+/;

type Named = Pick<PlannedModule, 'app' | 'expose' | 'address'>;

/** @returns a function that throws a ReleaseError about the markup of a module */
export function createRefuser(module: Named): Refuse {
  return (problem) => {
    const reason = `its markup of ${displayName(module)} ${problem}`;
    throw new ReleaseError({ app: module.app, reason });
  };
}

/**
 * Parses the markup of a module, without elements that React has added.
 * @param frames origins that the release of the module asks for
 * @returns markup for a slot, serialized by this platform
 * @throws ReleaseError naming an element or attribute that a remote may not have
 */
export function checkMarkup(
  module: Named,
  rendered: string,
  frames: readonly string[] = [],
): Markup {
  const refuse = createRefuser(module);
  const markup = readMarkup(rendered.replace(imagePreloads, ''), refuse, adaptMarkup);
  for (const element of elementsIn(markup.tree)) {
    const problem = problemOfElement(element, frames);
    if (problem !== null) refuse(`holds ${problem}`);
  }
  return markup;
}
