// @ts-check
/*
 * The three kinds of errors that end a command with sentences for the person at the keyboard. Plain JavaScript, since
 * the set-up of a checkout throws them before TypeScript can be read.
 */

/** Something went wrong, or cannot be done; the message says why and what to do. */
export class UserError extends Error {
  /** @override */
  name = 'UserError';
}

/** A wrong argument or variable was typed. The message says why, in one sentence. */
export class UsageError extends UserError {
  /** @override */
  name = 'UsageError';
}

/**
 * The fault of one release: its version where that is known, and the stack of an error that its code threw, which is
 * untrusted text.
 * @typedef {Readonly<{ app: string, reason: string, version?: string | undefined, stack?: string | undefined }>} Violation
 */

/** Releases did something for which they cannot go live. The message names each app and the reason. */
export class ReleaseError extends UserError {
  /** @override */
  name = 'ReleaseError';

  /** @param {...Violation} violations */
  constructor(...violations) {
    const sentences = violations.map(
      ({ app, version, reason }) =>
        `${version === undefined ? app : `${app} ${version}`}: ${reason}`,
    );
    super(sentences.join('\n'));
    this.violations = violations;
  }
}
