import { createHash } from 'node:crypto';

/** A CSP source that allows exactly this inline text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export interface PolicyInput {
  /** Text of every inline script that runs; data blocks do not count. */
  readonly scripts: readonly string[];
  /** Text of every inline style sheet. */
  readonly styles: readonly string[];
  /** Trusted Types policies that may be created. */
  readonly trustedTypes: readonly string[];
}

/**
 * The Content Security Policy of one page (the design page, "Security by construction"). Everything is
 * forbidden but: the hashed early script and what it starts, the hashed styles and same-origin style
 * sheets, same-origin pictures, fonts and calls.
 */
export function contentPolicy({ scripts, styles, trustedTypes }: PolicyInput): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': [...scripts.map(hashSource), "'strict-dynamic'"],
    'style-src': ["'self'", ...styles.map(hashSource)],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': trustedTypes,
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
