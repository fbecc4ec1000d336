import { createHash } from 'node:crypto';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { hashSource, pagePolicy, scriptSources } from '@composed/contracts/content-policy';
import { pinsElementId, type PinnedScript } from '@composed/contracts/page-elements';
import { parsePins, type Pins } from '@composed/contracts/pins';
import { integrityOf } from '@composed/apps/integrity';
import { ReleaseError } from '@composed/command/errors';
import { plainText } from '@composed/command/terminal';
import { pinsText } from '../deployment/composed-page';
import type { DeploymentInput } from '../deployment/deployment';
import { attribute, type Element, elementsIn, directText } from '../html/elements';
import type { Refuse } from '../html/markup';

const hashInline = (text: string) => hashSource(createHash('sha256').update(text).digest('base64'));

/** A page of the host under check. */
export interface HostPage {
  readonly html: string;
  /** `html` with its long texts shortened. */
  readonly text: string;
  /** `text`, parsed. */
  readonly tree: DefaultTreeAdapterTypes.Document;
  /** The elements of `tree`, in the order of their start tags. */
  readonly elements: Element[];
}

/** Matches a whole script or style, or a long text behind a `>`, whose start and end are in groups. */
const scriptOrLongText =
  /<(?:script|style)\b[^<>]*>(?:[^<]|<(?!\/(?:script|style)))*|>([^<>"'\0]{64})[^<>"'\0]+([^<>"'\0]{3})/gi;

/**
 * Parses a page of the host after shortening its long texts, which takes a fraction of the time. Scripts and styles
 * stay whole. Other texts lose their middle, which contains no character that ends a text, a quoted value or a comment,
 * so the parser is in the same state behind it. Their first 64 characters stay, since the parser treats a text of
 * nothing but white space in another way.
 */
export function readPage(html: string): HostPage {
  const text = html.replace(scriptOrLongText, (match, start?: string, end?: string) =>
    start !== undefined && /\S/.test(start) ? `>${start}${end}` : match,
  );
  const tree = parse(text);
  return { html, text, tree, elements: elementsIn(tree) };
}

/** Indexes the files of a deployment's releases by their public path and by their content. */
function indexFiles({ releases }: DeploymentInput) {
  const files = Object.entries(releases).flatMap(([app, { manifest }]) =>
    Object.entries(manifest.files).map(
      ([file, { integrity }]) => [`/assets/${app}/${file}`, integrity] as const,
    ),
  );
  const integrityOfPath = new Map<string, string>(files);
  const hashes = new Set(integrityOfPath.values());
  return {
    hasFile: ({ src = '', integrity = '' }: Partial<PinnedScript>) =>
      integrityOfPath.get(src) === integrity,
    hasContent: (text: string) => hashes.has(integrityOf(Buffer.from(text))),
  };
}
type FileIndex = ReturnType<typeof indexFiles>;

/** Returns all files that a browser may load because the pins name them. */
function listPinnedFiles({ preloads, remotes }: Pins): Partial<PinnedScript>[] {
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

/** Sorts the directives of a policy, and the sources of each, so that policies can be compared as texts. */
function normalizePolicy(policy: string): string {
  const directives = policy.split(';').map((directive) => {
    // A policy separates its words by ASCII white space (CSP 3, section 2.2.1).
    const [name = '', ...sources] = directive.split(/[\t\n\f\r ]+/).filter(Boolean);
    return [name, ...Array.from(new Set(sources)).sort()].join(' ');
  });
  return directives.sort().join('; ');
}

/** Returns the remotes that pins name, the scripts that may run with them, and the first problem of the pins, if any. */
function checkPins(input: DeploymentInput, files: FileIndex, json: string) {
  const pins = parsePins(json);
  const manifestOf = (app: string) => input.releases[app]?.manifest ?? [];
  const remotes = Object.keys(pins.remotes).flatMap(manifestOf);
  const pinned = [manifestOf('host'), remotes].flat();
  const versions = Object.entries({ host: { version: pins.host }, ...pins.remotes });
  const pinsOwnReleases =
    pins.basePath === input.basePath &&
    versions.every(([app, { version }]) => input.releases[app]?.manifest.version === version);
  let problem: string | undefined;
  if (!pinsOwnReleases) problem = 'pins other releases than its own';
  else if (!listPinnedFiles(pins).every(files.hasFile))
    problem = 'names a file that no release has';
  const scripts = new Set(pinned.flatMap((manifest) => scriptSources(manifest.files)));
  return { remotes, scripts, problem };
}

/** Returns the text of a page's pins. Refuses a page with no element for them, or with several. */
function readPinsText({ html, elements }: HostPage, refuse: Refuse): string {
  const json = pinsText(html);
  const [block, ...otherBlocks] = elements.filter(
    (element) => attribute(element, 'id') === pinsElementId,
  );
  if (json === undefined || !block) return refuse('has no pins');
  // `pinsText` searches the text of the page, so it may have found pins in a comment.
  if (directText(block) !== json || otherBlocks.length > 0) return refuse('has two pins');
  return json;
}

/**
 * Returns the sources that a page's policy needs for its scripts and inline styles. Refuses event handlers, and scripts
 * and styles that are not files of a release.
 */
function readSources(elements: readonly Element[], files: FileIndex, refuse: Refuse) {
  const scripts: string[] = [];
  const styles: string[] = [];
  for (const element of elements) {
    const { tagName } = element;
    const handler = element.attrs.find((each) => /^on/i.test(each.name));
    if (handler) refuse(`holds the event handler ${handler.name}`);
    const isData = tagName === 'script' && dataTypes.has(attribute(element, 'type') ?? '');
    const src = tagName === 'script' ? attribute(element, 'src') : undefined;
    const text = directText(element);
    if (src !== undefined) {
      const integrity = attribute(element, 'integrity') ?? '';
      if (!files.hasFile({ src, integrity }))
        refuse(`holds the script ${src}, which no release has`);
      scripts.push(`'${integrity}'`);
    } else if ((tagName === 'script' && !isData) || tagName === 'style') {
      if (!files.hasContent(text)) refuse(`holds a ${tagName} that no release has`);
      const sources = tagName === 'style' ? styles : scripts;
      sources.push(hashInline(text));
    }
  }
  return { scripts, styles };
}

const isPolicy = (element: Element) =>
  attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy';

/** Returns the policy of a page, which must be the only one and stand at the beginning of the head. */
function policyOf(elements: readonly Element[], refuse: Refuse): string {
  const [policy, ...otherPolicies] = elements.filter(isPolicy);
  if (!policy || otherPolicies.length > 0)
    return refuse('has another policy than its releases need');
  // Browsers ignore a policy outside of the head, and do not apply it to elements before it.
  const tagsBefore = elements.slice(0, elements.indexOf(policy)).map(({ tagName }) => tagName);
  if (!tagsBefore.every((tag) => ['html', 'head', 'meta'].includes(tag)))
    refuse('has its policy elsewhere than at the beginning of its head');
  return attribute(policy, 'content') ?? '';
}

/** Says that the host cannot have a page at an address. */
export const formatInvalidAddress = (address: string) =>
  plainText(
    `it has a page at ${address}, which is reserved for files or cannot be reached: use an address such as /guides/first-steps`,
  );

/**
 * Creates a check of the host's pages, before the markup of remotes is inserted. It compares their pins, policy, scripts
 * and styles with the manifests of the releases.
 * @returns a function that checks one page, and throws a ReleaseError about the first problem
 */
export function createPageCheck(input: DeploymentInput) {
  const files = indexFiles(input);
  /** Results by the text of the pins, since many pages have the same pins. */
  const checkedPins = new Map<string, ReturnType<typeof checkPins>>();
  return (name: string, page: HostPage): void => {
    const refuse: Refuse = (problem) => {
      throw new ReleaseError({ app: 'host', reason: `${name} ${problem}` });
    };
    const json = readPinsText(page, refuse);
    const pins = checkedPins.get(json) ?? checkPins(input, files, json);
    checkedPins.set(json, pins);
    if (pins.problem !== undefined) refuse(pins.problem);
    const { scripts, styles } = readSources(page.elements, files, refuse);
    const policy = policyOf(page.elements, refuse);
    // The policy also lists scripts that the page may load later. Only the host knows which scripts of the pinned
    // releases these are, so any of them is accepted.
    const policySources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
    const expectedPolicy = pagePolicy({
      scripts: [...scripts, ...policySources.filter((source) => pins.scripts.has(source))],
      styles,
      host: input.releases['host']?.manifest ?? { app: 'host' },
      remotes: pins.remotes,
      telemetryUrl: input.settings.telemetry?.url ?? null,
    });
    if (normalizePolicy(policy) !== normalizePolicy(expectedPolicy))
      refuse('has another policy than its releases need');
  };
}
