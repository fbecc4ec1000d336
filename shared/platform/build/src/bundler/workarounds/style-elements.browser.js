/**
 * Created in place of a `<style>` by libraries that write styles at run time (style-elements.cjs): a page's policy
 * blocks a `<style>` that it does not name, and allows style sheets that a script constructs. Appended or written text
 * becomes the text of such a sheet, for as long as the element is in the document.
 */
export function createStyleElement() {
  const element = document.createElement('template');
  const sheet = new CSSStyleSheet();
  let text = '';
  const write = (value) => {
    text = value;
    sheet.replaceSync(text);
  };
  const content = { get: () => text, set: write };
  const node = Object.defineProperty({}, 'data', content);
  Object.defineProperties(element, {
    sheet: { value: sheet },
    textContent: content,
    innerHTML: content,
    innerText: content,
    // Goober writes into the text that its element begins with.
    firstChild: { get: () => (text === '' ? null : node) },
    removeChild: { value: () => write('') },
    appendChild: {
      value: (node) => {
        if (node.data) write(`${text}${node.data}`);
        return node;
      },
    },
  });
  // The library inserts the element into the document, and removes it.
  new MutationObserver(() => {
    const others = document.adoptedStyleSheets.filter((each) => each !== sheet);
    const isAdopted = others.length < document.adoptedStyleSheets.length;
    if (element.isConnected !== isAdopted)
      document.adoptedStyleSheets = isAdopted ? others : [...others, sheet];
  }).observe(document.head, { childList: true });
  return element;
}
