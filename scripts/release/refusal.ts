/** A command that cannot be carried out on this site; the message says why and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What was typed cannot be meant; the message says why in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
