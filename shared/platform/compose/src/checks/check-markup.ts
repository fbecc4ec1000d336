import { html as constants } from 'parse5';
import { ReleaseError } from '@composed/command/errors';
import { displayName, type PlannedModule } from '@composed/contracts/composer';
import { isAllowedOrigin } from '@composed/contracts/outside-origins';
import { adaptToCsp } from '../html/adapt-to-csp';
import { adviceOnHead } from './check-head';
import { elementsIn } from '../html/elements';
import {
  nameOfAttribute,
  normalizeMarkup,
  type Markup,
  type MarkupElement,
  type Refuse,
} from '../html/markup';

/*
 * The platform parses and serializes the markup of every module. It refuses elements that belong in the files of a
 * release or in the head of the page, and leaves everything else to the browser.
 */

const headElements = new Set(['title', 'meta', 'link']);
const forbiddenElements = new Set(['script', 'style', 'base']);

/** Attributes by which the host finds its own elements. */
const hostAttributes = new Set(['data-slot', 'data-island', 'data-box', 'data-page']);

/** @param frames the origins of frames that the module's release asks for */
function problemOfFrame({ attrs }: MarkupElement, frames: readonly string[]): string | null {
  const { src = '', srcdoc } = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
  if (srcdoc !== undefined) return '<iframe srcdoc>, which no page lets in';
  if (isAllowedOrigin(frames, src)) return null;
  const { origin = 'https://…' } = URL.canParse(src) ? new URL(src) : {};
  return `<iframe src="${src}">; to use it, its package.json needs "outside": { "frame": ["${origin}"] }`;
}

/** Returns the reason why an element of a remote's markup is refused, or null. */
function problemOfElement(element: MarkupElement, frames: readonly string[]): string | null {
  const { tagName, namespaceURI, attrs } = element;
  // <title> in an SVG is the accessible name of the picture.
  const isSvgTitle = tagName === 'title' && namespaceURI === constants.NS.SVG;
  if (headElements.has(tagName) && !isSvgTitle) return `<${tagName}>: ${adviceOnHead}`;
  if (forbiddenElements.has(tagName)) return `<${tagName}>`;
  const frameProblem = tagName === 'iframe' ? problemOfFrame(element, frames) : null;
  if (frameProblem !== null) return frameProblem;
  for (const name of attrs.map(nameOfAttribute)) {
    if (/^on/i.test(name)) return `the event handler ${name}`;
    if (hostAttributes.has(name)) return `the host’s own attribute ${name}`;
  }
  return null;
}

/** React renders a preload for each `<img>` that is not lazy. Right before the image it has no effect. */
const imagePreloads = /^(?:<link rel="preload" as="image"[^<>]*\/>)+/;

type ModuleName = Pick<PlannedModule, 'app' | 'expose' | 'address'>;

/** @returns a function that throws a ReleaseError about the markup of a module */
export function createRefuser(module: ModuleName): Refuse {
  return (problem) => {
    const reason = `its markup of ${displayName(module)} ${problem}`;
    throw new ReleaseError({ app: module.app, reason });
  };
}

/**
 * Parses the markup of a module, and removes the elements that React adds to it.
 * @param frames the origins of frames that the module's release asks for
 * @throws ReleaseError naming an element or attribute that a remote may not have
 */
export function checkMarkup(
  module: ModuleName,
  rendered: string,
  frames: readonly string[] = [],
): Markup {
  const refuse = createRefuser(module);
  const markup = normalizeMarkup(rendered.replace(imagePreloads, ''), refuse, adaptToCsp);
  for (const element of elementsIn(markup.tree)) {
    const problem = problemOfElement(element, frames);
    if (problem !== null) refuse(`holds ${problem}`);
  }
  return markup;
}
