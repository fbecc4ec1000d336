import { moduleSelector } from '@composed/contracts/page-roots';
import { createPageScript } from '../html/page-script';

/* The functions run in a page of a browser (../html/page-script.ts). */

/** A rule of a remote's style sheet that matches an element outside of the remote's slots. */
export interface StyleLeak {
  /** The app of the style sheet. */
  readonly app: string;
  /** The selector as the browser serializes it. */
  readonly selector: string;
  /** The start tag of the matched element; null if the rule applies to the whole page. */
  readonly element: string | null;
  /** Federation id of the slot around the element; null if the element belongs to the host. */
  readonly slot: string | null;
}

/** The context in which the selector of a rule is resolved. */
interface Scope {
  /** Custom properties of the host. Setting one affects every element that reads it. */
  readonly tokens: ReadonlySet<string>;
  /** The selector that `&` stands for; '' for a rule that is not nested. */
  readonly nesting: string;
  /** Elements that `:scope` matches, each with the elements that its rules may match; null for the whole page. */
  readonly roots: readonly (readonly [root: Element, inside: ReadonlySet<Element> | null])[];
}

/**
 * Widens a selector to all elements that it can match in any state, such as hovered, focused or filled in.
 * @param nesting the selector that `&` stands for
 */
function widenSelector(selector: string, nesting: string): string {
  const parent = `:is(${nesting === '' ? ':scope' : nesting})`;
  const statePseudo =
    /(?<!\\)::?(?!(?:is|where|not|has|root|scope|empty|nth-[a-z-]+|(?:first|last|only)-[a-z-]+)\b)[\w-]+(?:\([^()]*\))?/g;
  const quotedText = /("(?:[^"\\]|\\.)*")/;
  const notAnyElement = /:not\((?::is\(\*\)[, ]*)+\)/g;
  const widen = (piece: string) =>
    piece
      .replace(statePseudo, ':is(*)')
      .replace(/(?<!\\)&/g, parent)
      .replace(/^\s*(?=[>+~])/, `${parent} `)
      .replace(/,\s*(?=[>+~])/g, `, ${parent} `);
  // `split` returns the quoted texts at odd positions. A colon in one of them does not begin a pseudo-class.
  const pieces = selector.split(quotedText).map((piece, n) => (n % 2 === 1 ? piece : widen(piece)));
  return pieces.join('').replace(notAnyElement, '');
}

function findMatches(selector: string, { roots }: Scope): Element[] {
  return roots.flatMap(([root, inside]) => {
    try {
      const matchingRoot = root.matches(selector) ? [root] : [];
      const matches = [...matchingRoot, ...root.querySelectorAll(selector)];
      return inside ? matches.filter((element) => inside.has(element)) : matches;
    } catch {
      // `matches` throws for selectors that are valid only in style sheets.
      return [];
    }
  });
}

/** Returns the scope for the rules inside `@scope`. */
function enterScope({ start, end }: CSSScopeRule, scope: Scope): Scope {
  const roots =
    start === null
      ? scope.roots.map(([root]) => root)
      : findMatches(widenSelector(start, scope.nesting), scope);
  return {
    ...scope,
    nesting: '',
    roots: roots.map((root) => {
      const inside = new Set([root, ...root.querySelectorAll('*')]);
      const limits = end === null ? [] : root.querySelectorAll(end);
      for (const limit of limits)
        for (const excluded of [limit, ...limit.querySelectorAll('*')]) inside.delete(excluded);
      return [root, inside] as const;
    }),
  };
}

/**
 * Yields each element that rules match, with the selector, and null for a rule that applies to the whole page. Leaves
 * out rules that set only custom properties of their own app, since those paint nothing.
 */
function* findRuleMatches(
  rules: CSSRuleList,
  scope: Scope,
): Generator<readonly [selector: string, element: Element | null]> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const { selectorText, style, cssRules } = rule;
      const widenedSelector = widenSelector(selectorText, scope.nesting);
      const isDescendant = scope.nesting !== '' && !selectorText.includes('&');
      const selector = isDescendant
        ? `:is(${scope.nesting}) :is(${widenedSelector})`
        : widenedSelector;
      const isPainting = [...style].some(
        (name) => !name.startsWith('--') || scope.tokens.has(name),
      );
      const elements = isPainting ? findMatches(selector, scope) : [];
      for (const element of elements) yield [selectorText, element];
      yield* findRuleMatches(cssRules, { ...scope, nesting: selector });
    } else if (rule instanceof CSSScopeRule) {
      yield* findRuleMatches(rule.cssRules, enterScope(rule, scope));
    } else if (/^@(?:page|view-transition)/.test(rule.cssText)) {
      yield [rule.cssText.slice(0, 80), null];
    } else if (rule instanceof CSSGroupingRule) {
      yield* findRuleMatches(rule.cssRules, scope);
    }
  }
}

/**
 * Finds rules in the style sheets of remotes that match an element outside of the app's own slots. The element of a slot
 * itself counts as outside.
 * @param limit the most rules to report for one style sheet
 * @param slotSelector matches the elements of slots and parts
 */
function findStyleLeaks(html: string, limit: number, slotSelector: string): StyleLeak[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const leaks: StyleLeak[] = [];
  const hostSheets = [...page.querySelectorAll('style[data-href^="/assets/host/"]')];
  const tokens = new Set(
    hostSheets.flatMap(({ textContent }) => textContent.match(/--[\w-]+/g) ?? []),
  );
  for (const { dataset, textContent } of page.querySelectorAll<HTMLElement>('style[data-href]')) {
    const [, app = 'host'] = /\/assets\/([^/]+)\//.exec(dataset['href'] ?? '') ?? [];
    if (app === 'host') continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(textContent);
    const wholePage: Scope = { tokens, nesting: '', roots: [[page.documentElement, null]] };
    let count = 0;
    for (const [selector, element] of findRuleMatches(sheet.cssRules, wholePage)) {
      const slotElement = element?.parentElement?.closest<HTMLElement>(slotSelector);
      const slot = slotElement?.dataset['slot'] ?? slotElement?.dataset['box'] ?? null;
      if (element && slot?.split('/')[0] === app) continue;
      const tag = element && (element.cloneNode() as Element).outerHTML.replace(/<\/[^<]*$/, '');
      leaks.push({ app, selector, element: tag, slot });
      count += 1;
      if (count === limit) break;
    }
  }
  return leaks;
}

const helpers = [widenSelector, findMatches, enterScope, findRuleMatches];

/** Returns a script whose value is the list of `StyleLeak` that `findStyleLeaks` finds in a page. */
export const createStyleLeakScript = (html: string, limit = 20) =>
  createPageScript(findStyleLeaks, helpers, html, limit, moduleSelector);
