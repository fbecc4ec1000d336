/** Says plainly, where scripts are off, what the form around it needs. */
export function NeedsScripts() {
  return (
    <noscript>
      <p>This form needs JavaScript, and it is switched off in this browser.</p>
    </noscript>
  );
}
