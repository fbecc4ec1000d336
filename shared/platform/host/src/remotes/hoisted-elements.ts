/**
 * Creates an inert element. React calls this during a commit, where an error by Trusted Types would unmount all roots of
 * the page. Trusted Types do not check the `src` of an SVG element, and the `innerHTML` defined here is a plain property.
 */
const createInertElement = (name: string) =>
  Object.defineProperty(document.createElementNS('http://www.w3.org/2000/svg', name), 'innerHTML', {
    writable: true,
  });

/**
 * Keeps elements that React hoists (`<title>`, `<meta>`, `<link>`, `<style>`, `<script>`) out of the page: they go into
 * a detached document, where no script runs and nothing is fetched.
 * @param container container of a root or a portal that React has not used yet: React asks it for the document to hoist
 *   into
 * @param onLeftOut called with an error that names the element and has the stack of this call
 */
export function leaveOutHoisted(container: Node, onLeftOut: (cause: Error) => void): void {
  const cause = new Error();
  const detachedDocument = Object.assign(document.implementation.createHTMLDocument(), {
    createElement: createInertElement,
  });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        // React waits for the load event of a style sheet.
        node.dispatchEvent(new Event('load'));
        cause.message = `<${node.nodeName.toLowerCase()}> left out of the head`;
        onLeftOut(cause);
      }
    }
  }).observe(detachedDocument.head, { childList: true });
  container.getRootNode = () => detachedDocument;
}
