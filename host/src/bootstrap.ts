import '@composed/host/bootstrap';

/* The inline bootstrap of this site's pages: the platform's, and what its own styles need before they are painted. */

// Firefox would look for the fallback of the heading's face (shared/src/styles/global.css) once that has failed, and
// move what it has painted by then. Other engines do not, and a slow phone would pay 8 ms of its first paint.
if ('mozInnerScreenX' in window) {
  document.fonts.load('1em Bricolage Fallback').catch(() => undefined);
}
