import type { ReleaseManifest } from './release-manifest';

/*
 * The policy is split. A page's own part, with the hashes of its inline script and styles, stands in its `<meta>`
 * (`pagePolicy`), since pages are plain files: the composer writes it, and the release tool holds a page against it. What is the same for every page is here, and is sent
 * as a header as well (scripts/platform/http/headers.ts), from the first byte and for a page without a `<meta>`. Browsers
 * enforce both, so a header with `default-src`, `script-src`, `style-src` or `connect-src` would forbid what a page
 * lets through.
 */

/** What every page may do, whatever its releases: the part that the header and the `<meta>` share. */
export const everyPage = {
  // `data:` for the empty icon that a page names until its first paint.
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
};

/** The text of a policy, as a header or a `<meta>` carries it. */
export function formatPolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** A source that allows exactly the inline text of this SHA-256, in base64. */
export const hashSource = (sha256: string) => `'sha256-${sha256}'`;

/**
 * The policies of Trusted Types that a page lets make, each once. A visitor who goes on from it keeps its own: so they
 * are those of all remotes that it pins.
 */
export const policiesOf = (remotes: readonly Pick<ReleaseManifest, 'app' | 'trustedTypes'>[]) => [
  ...['remote-entries', 'host'],
  ...remotes.flatMap(({ app, trustedTypes = [] }) => [app, ...trustedTypes]),
];

/**
 * A page's own policy, for its `<meta>`.
 * @param parts sources of its scripts and of its styles; the remotes that it pins; the address that it sends signals to,
 *   null for none
 */
export function pagePolicy(parts: {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly remotes: Parameters<typeof policiesOf>[0];
  readonly signalsUrl: string | null;
}): string {
  const { scripts, styles, remotes, signalsUrl } = parts;
  const isElsewhere = signalsUrl?.startsWith('/') === false;
  return formatPolicy({
    'default-src': ["'none'"],
    'script-src': [...scripts, "'strict-dynamic'"],
    'style-src': ["'self'", ...styles],
    'connect-src': ["'self'", ...(isElsewhere ? [new URL(signalsUrl).origin] : [])],
    ...everyPage,
    'trusted-types': policiesOf(remotes),
  });
}
