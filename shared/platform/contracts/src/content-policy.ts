import { outsideSources } from './outside';
import type { ReleaseManifest } from './release-manifest';

/*
 * The policy is split in two. A page’s own part has the hashes of its inline script and styles, and stands in
 * its `<meta>` (`pagePolicy`), since pages are plain files. The composer writes it, and the release tool checks
 * a page against it. The part that all pages share is here, and is sent as a header as well
 * (./headers.ts). Browsers enforce both, so a header with `default-src`, `script-src`,
 * `style-src` or `connect-src` would forbid what a page allows.
 */

/** Directives of every page, which the header and the `<meta>` share. */
export const commonDirectives = {
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

// `data:` for the empty icon that a page names until its first paint.
const ownImages = ["'self'", 'data:'];
const ownFonts = ["'self'"];
const trustedScripts = { 'require-trusted-types-for': ["'script'"] };

/** Directives of every page of a site that uses no other origins. */
export const closedDirectives = { 'img-src': ownImages, 'font-src': ownFonts, ...trustedScripts };

/** The text of a policy, as a header or a `<meta>` carries it. */
export function formatPolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** A source that allows exactly the inline text of this SHA-256, in base64. */
export const hashSource = (sha256: string) => `'sha256-${sha256}'`;

/** The scripts of a release as sources: browsers accept a script if its `integrity` is among them. */
export const scriptSources = (files: ReleaseManifest['files']) =>
  Object.entries(files).flatMap(([name, { integrity }]) =>
    /\.m?js$/.test(name) ? [`'${integrity}'`] : [],
  );

type PolicyRequests = Pick<ReleaseManifest, 'app' | 'trustedTypes' | 'outside'>;

/**
 * The Trusted Types policies that a page allows. A visitor who navigates keeps the policy of the first page, so it
 * allows those of all remotes that the page pins. Two remotes may bring the same library, which then creates its policy
 * twice.
 */
function policiesOf(remotes: readonly Pick<ReleaseManifest, 'app' | 'trustedTypes'>[]) {
  const policyNames = [
    'remote-entries',
    'host',
    ...remotes.flatMap(({ app, trustedTypes = [] }) => [app, ...new Set(trustedTypes)]),
  ];
  const names = [...new Set(policyNames)];
  return names.length < policyNames.length ? [...names, "'allow-duplicates'"] : names;
}

/**
 * A page's own policy, for its `<meta>`. It names every script that may ever run there, lazy chunks too: with
 * `'strict-dynamic'` a module script in markup would run without any hash (w3c/webappsec-csp 823).
 * @param parts scripts, styles: their sources; remotes: those that the page pins; telemetryUrl: null where it sends
 *   none
 */
export function pagePolicy(parts: {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly host: PolicyRequests & Pick<ReleaseManifest, 'grants'>;
  readonly remotes: readonly PolicyRequests[];
  readonly telemetryUrl: string | null;
}): string {
  const { scripts, styles, host, remotes, telemetryUrl } = parts;
  const releases = [host, ...remotes];
  const outside = outsideSources(releases);
  const isElsewhere = telemetryUrl?.startsWith('/') === false;
  const frames = outside('frame');
  return formatPolicy({
    'default-src': ["'none'"],
    'script-src': [...new Set([...scripts, ...outside('script')])],
    'style-src': ["'self'", ...styles],
    'connect-src': [
      "'self'",
      ...(isElsewhere ? [new URL(telemetryUrl).origin] : []),
      ...outside('connect'),
    ],
    'img-src': [...ownImages, ...outside('image')],
    'font-src': [...ownFonts, ...outside('font')],
    ...(frames.length > 0 ? { 'frame-src': frames } : {}),
    ...commonDirectives,
    ...(host.grants?.trustedTypes === 'off'
      ? {}
      : { ...trustedScripts, 'trusted-types': policiesOf(remotes) }),
  });
}
