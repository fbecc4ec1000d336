/** For browsers with scripts off. */
export function NeedsScripts() {
  return (
    <noscript>
      <p>This form needs JavaScript, and it is switched off in this browser.</p>
    </noscript>
  );
}
