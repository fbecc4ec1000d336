import { createHash } from 'node:crypto';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { hashSource, pagePolicy, scriptSources } from '@composed/contracts/content-policy';
import { pinsElementId, type PinnedScript } from '@composed/contracts/page-elements';
import { parsePins, type Pins } from '@composed/contracts/pins';
import { integrityOf } from '@composed/apps/integrity';
import { pinsText } from '../deployment/composed-page';
import { ReleaseError, type DeploymentInput } from '../deployment/deployment';

type Element = DefaultTreeAdapterTypes.Element;

/** Every element, those of templates too, in the order of their start tags. */
export function elementsIn(node: DefaultTreeAdapterTypes.Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : [];
  const content = 'content' in node ? elementsIn(node.content) : [];
  return [...('tagName' in node ? [node] : []), ...children, ...content];
}

const hashInline = (text: string) => hashSource(createHash('sha256').update(text).digest('base64'));

/** A page of the host that is checked. */
export interface HostPage {
  readonly html: string;
  /** The text that the tree was made of. */
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
  const text = html.replace(longText, (all, start?: string, end?: string) =>
    start !== undefined && /\S/.test(start) ? `>${start}${end}` : all,
  );
  const tree = parse(text);
  return { html, text, tree, elements: elementsIn(tree) };
}

export const attribute = (element: Element, name: string) =>
  element.attrs.find((each) => each.name === name)?.value;
export const textOf = ({ childNodes }: Element) =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('');

/** Public path of every file of the releases → what its bytes must be. */
function knownFiles({ releases }: DeploymentInput): ReadonlyMap<string, string> {
  const files = Object.entries(releases).flatMap(([app, { manifest }]) =>
    Object.entries(manifest.files).map(
      ([file, { integrity }]) => [`/assets/${app}/${file}`, integrity] as const,
    ),
  );
  return new Map(files);
}

/** Files that the pins make a browser load. */
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
    // A policy knows no other kinds of white space.
    const [name = '', ...sources] = directive.split(/[\t\n\f\r ]+/).filter(Boolean);
    return [name, ...Array.from(new Set(sources)).sort()].join(' ');
  });
  return directives.sort().join('; ');
}

/**
 * Holds pages of the host, before any markup of others is in them, against the manifests of the releases: the pins of
 * each, its policy, and every script and style in it.
 * @returns what checks a page by its name; it throws a ReleaseError in one sentence
 */
export function hostPageCheck(input: DeploymentInput) {
  const files = knownFiles(input);
  const known = ({ src = '', integrity = '' }: Partial<PinnedScript>) =>
    files.get(src) === integrity;
  const hashes = new Set(files.values());
  const isOwn = ({ host, basePath, remotes }: Pins) =>
    basePath === input.basePath &&
    Object.entries({ host: { version: host }, ...remotes }).every(
      ([app, { version }]) => input.releases[app]?.manifest.version === version,
    );
  const readOwnPins = (json: string) => {
    const pins = parsePins(json);
    const remotes = Object.keys(pins.remotes).flatMap((app) => input.releases[app]?.manifest ?? []);
    const pinned = [
      ...(input.releases['host'] ? [input.releases['host'].manifest] : []),
      ...remotes,
    ];
    return {
      remotes,
      scripts: new Set(pinned.flatMap(({ files }) => scriptSources(files))),
      problem: !isOwn(pins)
        ? 'pins other releases than its own'
        : filesOf(pins).every(known)
          ? null
          : 'names a file that no release has',
    };
  };
  // Many pages have the same.
  const records = new Map<string, ReturnType<typeof readOwnPins>>();
  return (name: string, { html, elements }: HostPage): void => {
    const check = (isRight: boolean, problem: string) => {
      if (!isRight) throw new ReleaseError('host', `${name} ${problem}`);
    };
    const json = pinsText(html);
    const [recordElement, ...doubles] = elements.filter(
      (each) => attribute(each, 'id') === pinsElementId,
    );
    check(json !== undefined && recordElement !== undefined, 'has no pins');
    if (json === undefined || !recordElement) return;
    // A second block that reads as one may stand in a comment.
    check(textOf(recordElement) === json && doubles.length === 0, 'has two pins');
    const read = records.get(json) ?? readOwnPins(json);
    records.set(json, read);
    const { problem, remotes, scripts } = read;
    check(problem === null, `${problem}`);

    const own: string[] = [];
    const styles: string[] = [];
    for (const element of elements) {
      const handler = element.attrs.find((each) => /^on/i.test(each.name));
      check(handler === undefined, `holds the event handler ${handler?.name}`);
      const src = attribute(element, 'src');
      const text = textOf(element);
      if (element.tagName === 'script' && src !== undefined) {
        const integrity = attribute(element, 'integrity') ?? '';
        check(known({ src, integrity }), `holds the script ${src}, which no release has`);
        own.push(`'${integrity}'`);
      } else if (element.tagName === 'script') {
        if (dataTypes.has(attribute(element, 'type') ?? '')) continue;
        check(hashes.has(integrityOf(Buffer.from(text))), 'holds a script that no release has');
        own.push(hashInline(text));
      } else if (element.tagName === 'style') {
        check(hashes.has(integrityOf(Buffer.from(text))), 'holds a style that no release has');
        styles.push(hashInline(text));
      }
    }
    const isPolicy = (each: Element) =>
      attribute(each, 'http-equiv')?.toLowerCase() === 'content-security-policy';
    const policies = elements.filter(isPolicy);
    const [policy, ...others] = policies.map((each) => attribute(each, 'content') ?? '');
    // The host alone knows the scripts of remotes that no page loads.
    const named = /script-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ') ?? [];
    const expected = pagePolicy({
      scripts: [...own, ...named.filter((source) => scripts.has(source))],
      styles,
      host: input.releases['host']?.manifest ?? { app: 'host' },
      remotes,
      telemetryUrl: input.settings.telemetry?.url ?? null,
    });
    check(
      others.length === 0 && inOrder(policy ?? '') === inOrder(expected),
      'has another policy than its releases need',
    );
    // Browsers ignore a policy elsewhere, and apply one to nothing that stands before it.
    const before = elements.slice(0, elements.findIndex(isPolicy)).map(({ tagName }) => tagName);
    const isFirst = before.every((tag) => ['html', 'head', 'meta'].includes(tag));
    check(isFirst, 'has its policy in another place than the beginning of its head');
  };
}
