// @ts-check
/*
 * The errors that end a command with a message for its user. Plain JavaScript, since the set-up of a checkout throws
 * them before any TypeScript can run.
 */

/** Something failed, or is impossible. The message says why and what to do. */
export class UserError extends Error {
  /** @override */
  name = 'UserError';
}

/** An argument or an environment variable is invalid. The message says why, in one sentence. */
export class UsageError extends UserError {
  /** @override */
  name = 'UsageError';
}

/**
 * The reason why one release cannot go live. `stack` is that of an error that the release's code threw, so it is
 * untrusted text.
 * @typedef {Readonly<{ app: string, reason: string, version?: string | undefined, stack?: string | undefined }>} Violation
 */

/** Some releases cannot go live. The message names each app with the reason. */
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
