/** The database cannot be used. The message is one sentence for the person who runs the site. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
