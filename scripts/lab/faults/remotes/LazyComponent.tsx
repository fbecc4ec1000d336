/** A component that a remote imports lazily. */
export function LazyComponent() {
  return <p style={{ position: 'fixed' }}>The lazy component.</p>;
}
