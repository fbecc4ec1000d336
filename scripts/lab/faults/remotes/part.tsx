/** A module that a remote loads later. */
export function Part() {
  return <p style={{ position: 'fixed' }}>The lazy part.</p>;
}
