import '@composed/host/bootstrap';

/* The inline bootstrap of this site's pages: the platform's bootstrap, and a preparation for the site's fonts. */

// Firefox looks for the fallback of the heading’s face only once that face has failed, and then moves what it has
// painted. Other engines do not, and there it would cost a slow phone 8 ms of its first paint.
if ('mozInnerScreenX' in window && typeof window.mozInnerScreenX === 'number') {
  document.fonts.load('1em Bricolage Fallback').catch(() => undefined);
}
