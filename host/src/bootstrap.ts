import '@composed/host/bootstrap';

/* The inline bootstrap of this site's pages: the platform's bootstrap, and a fallback font for Firefox. */

// Firefox loads the fallback of the heading’s typeface only after the typeface has failed to load, which shifts the
// layout. Other browsers load it in time, and this call would delay the first paint of a slow phone by 8 ms.
if ('mozInnerScreenX' in window && typeof window.mozInnerScreenX === 'number') {
  document.fonts.load('1em Bricolage Fallback').catch(() => undefined);
}
