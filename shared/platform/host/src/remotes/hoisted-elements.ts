/**
 * Makes an element that does nothing. React makes it while it commits, where a refusal by Trusted Types would end all
 * roots of the page. An element of SVG may have any `src`.
 */
const createElement = (name: string) =>
  Object.defineProperty(document.createElementNS('http://www.w3.org/2000/svg', name), 'innerHTML', {
    writable: true,
  });

/**
 * Keeps what React hoists (`<title>`, `<meta>`, `<link>`, `<style>`, `<script>`) out of the page: it goes into a
 * document that nobody sees, where no script runs and nothing is fetched.
 * @param container of a root or a portal, before React sees it: React asks it for the document to hoist into
 * @param tell called with what was left out; its stack is that of this call
 */
export function leaveOutHoisted(container: Node, tell: (cause: Error) => void): void {
  const cause = new Error();
  const nowhere = Object.assign(document.implementation.createHTMLDocument(), { createElement });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        // React waits for style sheets.
        node.dispatchEvent(new Event('load'));
        cause.message = `<${node.nodeName.toLowerCase()}> left out of the head`;
        tell(cause);
      }
    }
  }).observe(nowhere.head, { childList: true });
  container.getRootNode = () => nowhere;
}
