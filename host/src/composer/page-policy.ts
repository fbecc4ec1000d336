import { everyPage, formatPolicy } from 'shared/contracts/content-policy';

/** A CSP source that allows exactly this inline text. */
export async function hashSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
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
  /** Where the page sends signals, or null. */
  readonly signalsUrl: string | null;
}

/**
 * The Content Security Policy of one page. Everything is forbidden but: the hashed scripts and what they
 * start, the hashed styles and same-origin style sheets, same-origin pictures, fonts and calls, and what
 * the operator named for signals.
 */
export async function pagePolicy(input: PolicyInput): Promise<string> {
  const { inline, scripts, styles, trustedTypes, signalsUrl } = input;
  const elsewhere = signalsUrl?.startsWith('/') === false ? [new URL(signalsUrl).origin] : [];
  return formatPolicy({
    'default-src': ["'none'"],
    'script-src': [
      ...(await Promise.all(inline.map(hashSource))),
      ...scripts.map((integrity) => `'${integrity}'`),
      "'strict-dynamic'",
    ],
    'style-src': ["'self'", ...(await Promise.all(styles.map(hashSource)))],
    'connect-src': ["'self'", ...elsewhere],
    ...everyPage,
    'trusted-types': trustedTypes,
  });
}
