/** What a remote loads later. */
export default function Part() {
  return <p style={{ position: 'fixed' }}>The lazy part.</p>;
}
