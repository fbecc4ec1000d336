/**
 * Creates an inert element. React creates it within a commit, where a refusal by Trusted Types would end all roots of
 * the page; an SVG element may have any `src`.
 */
const createElement = (name: string) =>
  Object.defineProperty(document.createElementNS('http://www.w3.org/2000/svg', name), 'innerHTML', {
    writable: true,
  });

/**
 * Keeps elements that React hoists (`<title>`, `<meta>`, `<link>`, `<style>`, `<script>`) out of the page: they go into
 * a detached document, where no script runs and nothing is fetched.
 * @param container of a root or a portal, before React uses it: React asks it for the document to hoist into
 * @param onLeftOut called with an error that names the element, with the stack of this call
 */
export function leaveOutHoisted(container: Node, onLeftOut: (cause: Error) => void): void {
  const cause = new Error();
  const nowhere = Object.assign(document.implementation.createHTMLDocument(), { createElement });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        // React waits for a style sheet to load.
        node.dispatchEvent(new Event('load'));
        cause.message = `<${node.nodeName.toLowerCase()}> left out of the head`;
        onLeftOut(cause);
      }
    }
  }).observe(nowhere.head, { childList: true });
  container.getRootNode = () => nowhere;
}
