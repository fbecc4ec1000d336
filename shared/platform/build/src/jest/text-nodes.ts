/*
 * Fails a test in which a text node changes next to other nodes. Browsers' translators replace text nodes by elements.
 * React then keeps writing into the detached node while the page shows the old text, unless the text is the only child
 * of its element.
 */
const problems: string[] = [];

const changes = new MutationObserver((records) => {
  for (const { target, oldValue } of records) {
    if ((target.parentNode?.childNodes.length ?? 1) < 2) continue;
    problems.push(`The text "${oldValue}" became "${target.textContent}" beside other nodes.`);
  }
});

beforeEach(() => {
  changes.observe(document, { subtree: true, characterData: true, characterDataOldValue: true });
});

afterEach(() => {
  changes.disconnect();
  const sentences = problems.splice(0);
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
});
