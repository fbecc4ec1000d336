import { createHash } from 'node:crypto';

/*
 * Context. Pages are plain files that any web server hands out, and a page's policy holds the hashes of its
 * own inline bootstrap and styles, which change with every release. A header that carried them would have to
 * be configured anew, and at the same instant, with each publish.
 * Decision. The policy is split. The page's own part stands in the page, in a `<meta>` before anything that
 * it governs. What never differs, and what a `<meta>` cannot say (frame-ancestors), is a header as well, so
 * that it holds from the first byte and for a page without a `<meta>`. Browsers enforce both.
 * Consequences. A header with `default-src` or `script-src` would forbid the hashed script, since
 * policies only ever narrow each other, so the header leaves these two and `style-src` out; read alone it
 * looks incomplete to a scanner. Google's CSP Evaluator takes one policy, so the
 * tests give it the two combined.
 */

/** A CSP source that allows exactly this inline text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export interface PolicyInput {
  /** Text of every inline script that runs; data blocks do not count. */
  readonly inline: readonly string[];
  /** SRI of every script that the page names. */
  readonly scripts: readonly string[];
  /** Text of every inline style sheet. */
  readonly styles: readonly string[];
  /** Trusted Types policies that may be created. */
  readonly trustedTypes: readonly string[];
}

type Directives = Readonly<Record<string, readonly string[]>>;

/** What every page may do, whatever its releases. */
const sameForAll: Directives = {
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
};

/** Said by `default-src` in the page; the header has to name them. */
const unusedKinds: Directives = {
  'child-src': ["'none'"],
  'media-src': ["'none'"],
  'object-src': ["'none'"],
};

function policy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** The part of every page's policy that is sent as a header. */
export const headerPolicy = policy({
  'frame-ancestors': ["'none'"],
  ...unusedKinds,
  ...sameForAll,
});

/**
 * The Content Security Policy of one page Everything is
 * forbidden but: the hashed scripts and what they start, the hashed styles and same-origin style
 * sheets, same-origin pictures, fonts and calls.
 */
export function contentPolicy({ inline, scripts, styles, trustedTypes }: PolicyInput): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': [
      ...inline.map(hashSource),
      ...scripts.map((integrity) => `'${integrity}'`),
      "'strict-dynamic'",
    ],
    'style-src': ["'self'", ...styles.map(hashSource)],
    ...sameForAll,
    'trusted-types': trustedTypes,
  });
}
