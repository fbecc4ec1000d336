/** A component that a remote imports lazily. */
export function Part() {
  return <p style={{ position: 'fixed' }}>The lazy part.</p>;
}
