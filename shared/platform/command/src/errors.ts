/* Errors that end a command with a sentence for the person at the keyboard. */

/** A request that cannot be carried out; the message says why and what to do. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** A wrong argument or variable. The message says why, in one sentence. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}
