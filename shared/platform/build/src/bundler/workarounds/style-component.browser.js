import { useInsertionEffect } from 'react';

/**
 * Replaces a `<style>` that a library renders, which the page’s CSP blocks. While the component is mounted, its text is
 * a constructed style sheet of the document.
 */
export function StyleComponent({ dangerouslySetInnerHTML: html, children }) {
  const text = html ? html.__html : [children].flat().join('');
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [text]);
  return null;
}
