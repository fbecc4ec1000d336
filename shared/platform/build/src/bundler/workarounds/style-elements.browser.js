/**
 * Creates a stand-in for the `<style>` of a library that writes styles at run time (style-elements.cjs). The page's CSP
 * blocks any `<style>` without a listed hash, but allows constructed style sheets. Text that the library appends or
 * writes becomes such a sheet while the element is in the document.
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
    // Goober writes to the text node that is the first child of its element.
    firstChild: { get: () => (text === '' ? null : node) },
    removeChild: { value: () => write('') },
    appendChild: {
      value: (child) => {
        if (child.data) write(`${text}${child.data}`);
        return child;
      },
    },
  });
  // Adopts the sheet when the library inserts the element into the head, and drops it when the element is removed.
  new MutationObserver(() => {
    const others = document.adoptedStyleSheets.filter((each) => each !== sheet);
    const isAdopted = others.length < document.adoptedStyleSheets.length;
    if (element.isConnected !== isAdopted)
      document.adoptedStyleSheets = isAdopted ? others : [...others, sheet];
  }).observe(document.head, { childList: true });
  return element;
}
