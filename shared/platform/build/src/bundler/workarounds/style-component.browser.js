import { useInsertionEffect } from 'react';

/**
 * Rendered in place of a library's `<style>`, whose text a page’s policy refuses: a style sheet of the document for as
 * long as the element is mounted.
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
