/* What ends a command with a sentence for the person at the keyboard: everything that is no fault of this tool. */

/** What somebody asked for cannot be done; the message says why and what to do. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** An argument or variable that cannot be meant. The message says why, in one sentence. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}
