import { hashSource, pagePolicy, scriptSources } from '@composed/contracts/content-policy';
import {
  afterPaintElementId,
  dataBlock,
  dataElementId,
  pinsElementId,
  rowElementId,
  scriptElement,
  telemetryElementId,
  type PinnedScript,
} from '@composed/contracts/page-elements';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import type { Pins } from '@composed/contracts/pins';
import { htmlStartTag, type Language } from '@composed/contracts/site-language';
import type { TelemetrySettings } from '@composed/contracts/composer';

export interface InlineStyle {
  /** Public path of the file, by which chunk loaders find the style in the page and do not fetch the file. */
  readonly href: string;
  /** Must not contain `</style`. */
  readonly text: string;
}

export interface DocumentInput {
  /** Address of the page under the base path; '*' for the page of all other addresses. */
  readonly address: string;
  readonly language: Language;
  /** The elements of the head that the site renders. */
  readonly head: string;
  /** Markup of #root. */
  readonly markup: string;
  readonly indexable: boolean;
  readonly styles: readonly InlineStyle[];
  /** Addresses that the page requests (GET) as soon as its scripts run. */
  readonly calls: readonly string[];
  readonly pins: Pins;
  /** The site's data that the page shows, or null. */
  readonly data: unknown;
  /** The row of data that the page was made from, and the path of its route; or null. */
  readonly row: { readonly path: string; readonly row: unknown } | null;
  readonly scripts: readonly PinnedScript[];
  /** The event that the scripts wait for (../hydration/inline-bootstrap.ts). With null, a quiet page starts them as well. */
  readonly startOn: 'interaction' | 'paint' | null;
  /** The texts of the inline scripts: the bootstrap, and in some pages `bootstrap-styles`. */
  readonly bootstrap: readonly string[];
  /** The SHA-256 of a text, in base64. */
  readonly hash: (text: string) => string;
  /** The host and the remotes that the page pins. Its policy allows their scripts and their Trusted Types policies. */
  readonly releases: readonly [host: ReleaseManifest, ...remotes: ReleaseManifest[]];
  /** The text of the import map, in pages that pin a remote of ES modules; null in others. */
  readonly importMap: string | null;
  /** The script and the settings of telemetry; null if the page sends none. */
  readonly telemetry: (TelemetrySettings & { readonly script: PinnedScript }) | null;
}

/** Scripts that a page inlines, or that only some pages name and allow. */
const specialScripts = /^(?:bootstrap(?:-\w+)*|overlay|telemetry)\.\w+\.js$/;

/** Scripts of the host that only pages with a remote of ES modules load. */
const esModuleScripts = /^es-modules[./]/;

function policyOf({
  bootstrap,
  scripts,
  importMap,
  styles,
  releases,
  telemetry,
  hash,
}: DocumentInput): string {
  const namedScripts = telemetry ? [...scripts, telemetry.script] : scripts;
  const [host, ...remotes] = releases;
  const inline = importMap === null ? bootstrap : [importMap, ...bootstrap];
  const files = Object.entries(host.files).filter(
    ([name]) => !specialScripts.test(name) && (importMap !== null || !esModuleScripts.test(name)),
  );
  return pagePolicy({
    scripts: [
      ...inline.map((text) => hashSource(hash(text))),
      ...namedScripts.map(({ integrity }) => `'${integrity}'`),
      ...scriptSources(Object.fromEntries(files)),
      ...remotes.flatMap((each) => scriptSources(each.files)),
    ],
    styles: styles.map(({ text }) => hashSource(hash(text))),
    host,
    remotes,
    telemetryUrl: telemetry?.url ?? null,
  });
}

/** Preloads fonts, since a `font-display: optional` font is shown in a first visit only if it arrives before the paint. */
function fontPreloads(styles: readonly InlineStyle[]): string[] {
  const fonts = styles.flatMap(({ text }) =>
    [...text.matchAll(/url\(["']?([^"')]+\.woff2)["']?\)/g)].flatMap(([, href]) => href ?? []),
  );
  return [...new Set(fonts)].map(
    (href) =>
      `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="${href}">`,
  );
}

/** Without an SVG icon: Chrome lays it out as a separate document, which takes a slow phone 11 ms. */
const icons = [
  '<link rel="icon" href="/favicon.ico" sizes="16x16 32x32">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/site.webmanifest">',
];

/**
 * Renders a complete HTML document, which a visitor can read before anything else is fetched. Scripts and icons wait in a
 * template until the first paint, since each earlier request costs a slow processor 20 ms. The page first names an empty
 * icon, since browsers request an icon at once for a page that names none.
 */
export function renderDocument(input: DocumentInput): string {
  const { styles, startOn, bootstrap, importMap, telemetry, data, row } = input;
  return [
    '<!doctype html>',
    htmlStartTag(input.language),
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(input)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // An import map must come before any module script or module preload.
    ...(importMap === null ? [] : [`<script type="importmap">${importMap}</script>`]),
    input.head,
    ...(input.indexable ? [] : ['<meta name="robots" content="noindex">']),
    `<noscript>${icons[0]}</noscript>`,
    '<link rel="icon" href="data:,">',
    ...fontPreloads(styles),
    ...styles.map(({ href, text }) => `<style data-href="${href}">${text}</style>`),
    `<template id="${afterPaintElementId}"${startOn === null ? '' : ` data-on="${startOn}"`}>`,
    ...icons,
    ...input.scripts.map(scriptElement),
    // Mode and credentials must match the module's later request, or the browser would make both requests.
    ...input.calls.map(
      (href) =>
        `<link rel="preload" as="fetch" crossorigin="anonymous" fetchpriority="low" href="${href}">`,
    ),
    '</template>',
    dataBlock(pinsElementId, input.pins),
    ...bootstrap.map((text) => `<script>${text}</script>`),
    ...(telemetry
      ? [
          `<template id="${telemetryElementId}" data-url="${telemetry.url}" data-share="${telemetry.share}">${scriptElement(telemetry.script)}</template>`,
        ]
      : []),
    '</head>',
    '<body>',
    `<div id="root" data-page="${input.address}">${input.markup}</div>`,
    ...(data === null ? [] : [dataBlock(dataElementId, data)]),
    ...(row === null ? [] : [dataBlock(rowElementId, row)]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
