/*
 * Translators put elements in the place of text nodes. React goes on writing into the node that was there, and the
 * old text stays on the page; only where a text is all that its element holds does it write into the element. So a
 * text that changes while a component is there stands alone in its element, and a test fails where one does not.
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
