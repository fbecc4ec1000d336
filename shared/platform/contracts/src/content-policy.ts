import { listOutsideSources } from './outside-origins';
import type { ReleaseManifest } from './release-manifest';

/*
 * The Content Security Policy has two parts. A page's own part (`pagePolicy`) has the hashes of its inline scripts and
 * styles. It is in a `<meta>` of the page, since pages are plain files; the composer writes it, and the release tool
 * checks the page against it. The directives that all pages share are also sent as a header (./headers.ts). Browsers
 * enforce both, so a header with `default-src`, `script-src`, `style-src` or `connect-src` would block what a page
 * allows.
 */

/** Directives that are in both the header and the `<meta>` of every page. */
export const commonDirectives = {
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

// `data:` is for the empty icon that a page names until its first paint.
const ownImages = ["'self'", 'data:'];
const ownFonts = ["'self'"];
const trustedScripts = { 'require-trusted-types-for': ["'script'"] };

/** Directives of every page of a site that uses no other origins. */
export const sameOriginDirectives = {
  'img-src': ownImages,
  'font-src': ownFonts,
  ...trustedScripts,
};

/** Formats a policy for a header or a `<meta>`. */
export function formatPolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** Returns the source that allows an inline text by its SHA-256, in base64. */
export const hashSource = (sha256: string) => `'sha256-${sha256}'`;

/** Returns sources for a release's scripts. Browsers allow a script whose `integrity` is one of the sources. */
export const scriptSources = (files: ReleaseManifest['files']) =>
  Object.entries(files).flatMap(([name, { integrity }]) =>
    /\.m?js$/.test(name) ? [`'${integrity}'`] : [],
  );

type PolicyRequests = Pick<ReleaseManifest, 'app' | 'trustedTypes' | 'outside'>;

/**
 * Returns the Trusted Types policies that a page allows: those of all remotes that the page pins, since a client
 * navigation keeps the first page's Content Security Policy. If two remotes bring the same library, the library creates
 * its policy twice.
 */
function listTrustedTypesPolicies(
  remotes: readonly Pick<ReleaseManifest, 'app' | 'trustedTypes'>[],
) {
  const policyNames = [
    'remote-entries',
    'host',
    ...remotes.flatMap(({ app, trustedTypes = [] }) => [app, ...new Set(trustedTypes)]),
  ];
  const names = [...new Set(policyNames)];
  return names.length < policyNames.length ? [...names, "'allow-duplicates'"] : names;
}

/**
 * Returns a page's own policy, for its `<meta>`. It lists every script that may run in the page, including lazy chunks:
 * with `'strict-dynamic'`, a module script in markup would run without any hash (w3c/webappsec-csp issue 823).
 * @param inputs scripts, styles: their sources; remotes: those that the page pins; telemetryUrl: null if the page sends no
 *   telemetry
 */
export function pagePolicy(inputs: {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly host: PolicyRequests & Pick<ReleaseManifest, 'grants'>;
  readonly remotes: readonly PolicyRequests[];
  readonly telemetryUrl: string | null;
}): string {
  const { scripts, styles, host, remotes, telemetryUrl } = inputs;
  const releases = [host, ...remotes];
  const hasOutsideCollector = telemetryUrl?.startsWith('/') === false;
  const frames = listOutsideSources(releases, 'frame');
  return formatPolicy({
    'default-src': ["'none'"],
    'script-src': [...new Set([...scripts, ...listOutsideSources(releases, 'script')])],
    'style-src': ["'self'", ...styles],
    'connect-src': [
      "'self'",
      ...(hasOutsideCollector ? [new URL(telemetryUrl).origin] : []),
      ...listOutsideSources(releases, 'connect'),
    ],
    'img-src': [...ownImages, ...listOutsideSources(releases, 'image')],
    'font-src': [...ownFonts, ...listOutsideSources(releases, 'font')],
    ...(frames.length > 0 ? { 'frame-src': frames } : {}),
    ...commonDirectives,
    ...(host.grants?.trustedTypes === 'off'
      ? {}
      : { ...trustedScripts, 'trusted-types': listTrustedTypesPolicies(remotes) }),
  });
}
