import { appOf } from '@composed/contracts/remote-names';

/*
 * A second inline script, for pages with modules that render style attributes or style elements. The page's policy
 * blocks styles in markup, but allows those that a script sets.
 */

/**
 * Applies a module's style sheet to the slots of its app. The rules are inserted one by one, as the browser serializes
 * them, so that no rule can close the `@scope` around it.
 */
function adoptSheet(element: HTMLElement, css: string): void {
  const { slot, part } = element.closest<HTMLElement>('[data-slot],[data-part]')?.dataset ?? {};
  const app = appOf(part ?? slot ?? '');
  const scoped = new CSSStyleSheet();
  const parsed = new CSSStyleSheet();
  scoped.replaceSync(`@scope([data-slot^="${app}/"],[data-part^="${app}/"]) to ([data-part]){}`);
  parsed.replaceSync(css);
  const [scope] = scoped.cssRules;
  if (!(scope instanceof CSSGroupingRule)) return;
  for (const { cssText } of parsed.cssRules) scope.insertRule(cssText, scope.cssRules.length);
  document.adoptedStyleSheets.push(scoped);
}

document.addEventListener('DOMContentLoaded', () => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-style],[data-css]')) {
    const { style, css } = element.dataset;
    if (style !== undefined) element.style.cssText = style;
    if (css !== undefined) adoptSheet(element, css);
  }
});
