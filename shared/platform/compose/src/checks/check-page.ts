import { createHash } from 'node:crypto';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { hashSource, pagePolicy, scriptSources } from '@composed/contracts/content-policy';
import { pinsElementId, type PinnedScript } from '@composed/contracts/page-elements';
import { parsePins, type Pins } from '@composed/contracts/pins';
import { integrityOf } from '@composed/apps/integrity';
import { ReleaseError } from '@composed/command/errors';
import { pinsText } from '../deployment/composed-page';
import type { DeploymentInput } from '../deployment/deployment';
import type { Refuse } from './markup';

type Element = DefaultTreeAdapterTypes.Element;

/** Every element, those of templates too, in the order of their start tags. */
export function elementsIn(node: DefaultTreeAdapterTypes.Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : [];
  const content = 'content' in node ? elementsIn(node.content) : [];
  return [...('tagName' in node ? [node] : []), ...children, ...content];
}

const hashInline = (text: string) => hashSource(createHash('sha256').update(text).digest('base64'));

/** A page of the host under check. */
export interface HostPage {
  readonly html: string;
  /** `html` as it was parsed. */
  readonly text: string;
  readonly tree: DefaultTreeAdapterTypes.Document;
  readonly elements: Element[];
}

const longText =
  /<(?:script|style)\b[^<>]*>(?:[^<]|<(?!\/(?:script|style)))*|>([^<>"'\0]{64})[^<>"'\0]+([^<>"'\0]{3})/gi;

/**
 * Reads a page of the host with its long texts cut off, but for those of scripts and styles: that takes a fraction of
 * the time. The middle of a text behind a `>` is left out. It contains no character that ends a text, a quoted value
 * or a comment, so the parser is in the same state behind it; and the 64 characters before it are kept, by which the
 * parser knows that the text is not white space alone.
 * @returns also every element, in the order of their start tags
 */
export function readPage(html: string): HostPage {
  const text = html.replace(longText, (match, start?: string, end?: string) =>
    start !== undefined && /\S/.test(start) ? `>${start}${end}` : match,
  );
  const tree = parse(text);
  return { html, text, tree, elements: elementsIn(tree) };
}

export const attribute = (element: Element, name: string) =>
  element.attrs.find((each) => each.name === name)?.value;
export const textOf = ({ childNodes }: Element) =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('');

/** The files of a deployment's releases, by their public path and by their bytes. */
function knownFiles({ releases }: DeploymentInput) {
  const files = Object.entries(releases).flatMap(([app, { manifest }]) =>
    Object.entries(manifest.files).map(
      ([file, { integrity }]) => [`/assets/${app}/${file}`, integrity] as const,
    ),
  );
  const integrityOfPath = new Map<string, string>(files);
  const hashes = new Set(integrityOfPath.values());
  return {
    has: ({ src = '', integrity = '' }: Partial<PinnedScript>) =>
      integrityOfPath.get(src) === integrity,
    holds: (text: string) => hashes.has(integrityOf(Buffer.from(text))),
  };
}
type KnownFiles = ReturnType<typeof knownFiles>;

/** Files that a browser loads because of the pins. */
function filesOf({ preloads, remotes }: Pins): Partial<PinnedScript>[] {
  return [
    ...preloads,
    ...Object.values(remotes).flatMap(({ entry: src, integrity, styles, exposes }) => [
      { src, ...(integrity === undefined ? {} : { integrity }) },
      ...Object.values(exposes).flatMap(({ scripts = [] }) => scripts),
      ...styles.map((style) => ({ src: style.href, integrity: style.integrity })),
    ]),
  ];
}

const dataTypes = new Set(['application/json', 'application/ld+json']);

/** The text of a policy with its directives, and the sources of each, in one order. */
function inOrder(policy: string): string {
  const directives = policy.split(';').map((directive) => {
    // A policy separates its words by ASCII white space (CSP 3, section 2.2.1).
    const [name = '', ...sources] = directive.split(/[\t\n\f\r ]+/).filter(Boolean);
    return [name, ...Array.from(new Set(sources)).sort()].join(' ');
  });
  return directives.sort().join('; ');
}

/** The remotes that pins name, the scripts that may run with them, and the problem of these pins, if any. */
function readOwnPins(input: DeploymentInput, files: KnownFiles, json: string) {
  const pins = parsePins(json);
  const manifestOf = (app: string) => input.releases[app]?.manifest ?? [];
  const remotes = Object.keys(pins.remotes).flatMap(manifestOf);
  const pinned = [manifestOf('host'), remotes].flat();
  const versions = Object.entries({ host: { version: pins.host }, ...pins.remotes });
  const isOwn =
    pins.basePath === input.basePath &&
    versions.every(([app, { version }]) => input.releases[app]?.manifest.version === version);
  const problems = [
    !isOwn && 'pins other releases than its own',
    !filesOf(pins).every(files.has) && 'names a file that no release has',
  ];
  return {
    remotes,
    scripts: new Set(pinned.flatMap((manifest) => scriptSources(manifest.files))),
    problem: problems.find((each) => each !== false),
  };
}

/** The text of the one block of pins in a page. */
function pinsOf({ html, elements }: HostPage, refuse: Refuse): string {
  const json = pinsText(html);
  const [block, ...doubles] = elements.filter((each) => attribute(each, 'id') === pinsElementId);
  if (json === undefined || !block) return refuse('has no pins');
  // The match may be in a comment.
  if (textOf(block) !== json || doubles.length > 0) return refuse('has two pins');
  return json;
}

/** Sources for the policy of a page: for each inline script and style, which must be a release's. */
function readSources(elements: readonly Element[], files: KnownFiles, refuse: Refuse) {
  const scripts: string[] = [];
  const styles: string[] = [];
  for (const element of elements) {
    const { tagName } = element;
    const handler = element.attrs.find((each) => /^on/i.test(each.name));
    if (handler) refuse(`holds the event handler ${handler.name}`);
    const isData = tagName === 'script' && dataTypes.has(attribute(element, 'type') ?? '');
    const src = tagName === 'script' ? attribute(element, 'src') : undefined;
    const text = textOf(element);
    if (src !== undefined) {
      const integrity = attribute(element, 'integrity') ?? '';
      if (!files.has({ src, integrity })) refuse(`holds the script ${src}, which no release has`);
      scripts.push(`'${integrity}'`);
    } else if ((tagName === 'script' && !isData) || tagName === 'style') {
      if (!files.holds(text)) refuse(`holds a ${tagName} that no release has`);
      (tagName === 'style' ? styles : scripts).push(hashInline(text));
    }
  }
  return { scripts, styles };
}

const isPolicy = (element: Element) =>
  attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy';

/** The text of the one policy of a page, at the beginning of its head. */
function policyOf(elements: readonly Element[], refuse: Refuse): string {
  const [policy, ...otherPolicies] = elements.filter(isPolicy);
  if (!policy || otherPolicies.length > 0)
    return refuse('has another policy than its releases need');
  // Browsers ignore a policy outside of the head, and do not apply it to elements before it.
  const before = elements.slice(0, elements.indexOf(policy)).map(({ tagName }) => tagName);
  if (!before.every((tag) => ['html', 'head', 'meta'].includes(tag)))
    refuse('has its policy elsewhere than at the beginning of its head');
  return attribute(policy, 'content') ?? '';
}

/**
 * Checks pages of the host, before any remote's markup is in them, against the manifests of the releases: the pins, the
 * policy, and every script and style.
 * @returns a function that checks a page; it throws a ReleaseError in one sentence
 */
export function createPageCheck(input: DeploymentInput) {
  const files = knownFiles(input);
  // Text of pins → what it says: many pages have the same pins.
  const pins = new Map<string, ReturnType<typeof readOwnPins>>();
  return (name: string, page: HostPage): void => {
    const refuse: Refuse = (problem) => {
      throw new ReleaseError({ app: 'host', reason: `${name} ${problem}` });
    };
    const json = pinsOf(page, refuse);
    const pagePins = pins.get(json) ?? readOwnPins(input, files, json);
    pins.set(json, pagePins);
    if (pagePins.problem !== undefined) refuse(pagePins.problem);
    const { scripts, styles } = readSources(page.elements, files, refuse);
    const policy = policyOf(page.elements, refuse);
    // The host alone knows the scripts of remotes that no page loads.
    const policySources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
    const expectedPolicy = pagePolicy({
      scripts: [...scripts, ...policySources.filter((source) => pagePins.scripts.has(source))],
      styles,
      host: input.releases['host']?.manifest ?? { app: 'host' },
      remotes: pagePins.remotes,
      telemetryUrl: input.settings.telemetry?.url ?? null,
    });
    if (inOrder(policy) !== inOrder(expectedPolicy))
      refuse('has another policy than its releases need');
  };
}
