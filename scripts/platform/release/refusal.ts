/** A command that cannot be carried out on this site; the message says why and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
