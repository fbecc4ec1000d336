/* Errors that end a command with a sentence for the person at the keyboard: none is a fault of this tool. */

/** A request that cannot be carried out; the message says why and what to do. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** An argument or variable that cannot be meant. The message says why, in one sentence. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}
