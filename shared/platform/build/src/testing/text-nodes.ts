/*
 * Translators replace text nodes by elements. React goes on writing into the old node, and the old text stays on the
 * page, unless the text is all that its element holds. So a text that changes must stand alone in its element; a test
 * fails where one does not.
 */
const found: string[] = [];

const changes = new MutationObserver((records) => {
  for (const { target, oldValue } of records) {
    if ((target.parentNode?.childNodes.length ?? 1) < 2) continue;
    found.push(`The text "${oldValue}" became "${target.textContent}" beside other nodes.`);
  }
});

beforeEach(() => {
  changes.observe(document, { subtree: true, characterData: true, characterDataOldValue: true });
});

afterEach(() => {
  changes.disconnect();
  const texts = found.splice(0);
  if (texts.length > 0) throw new Error(texts.join('\n'));
});
