import { moduleSelector } from '@composed/contracts/page-roots';

/* Runs in a page of a browser, as text: its functions may use each other and the page, and nothing else. */

/** A rule of a remote's style sheet that matches an element outside of the remote's slots. */
export interface StyleReach {
  /** The app of the style sheet. */
  readonly app: string;
  /** The selector, in the words of the browser. */
  readonly selector: string;
  /** The start tag of the matched element; null where the rule is about the whole page. */
  readonly element: string | null;
  /** Federation id of the slot around the element; null: it is the host's. */
  readonly slot: string | null;
}

/** Elements that rules may match. */
interface Scope {
  /** Custom properties of the host, whose values affect all elements that read them. */
  readonly tokens: ReadonlySet<string>;
  /** The selector for `&`; '' where nothing is around the rule. */
  readonly nesting: string;
  /** Elements that `:scope` matches, with the part of the page below each; null for all of it. */
  readonly roots: readonly (readonly [root: Element, inside: ReadonlySet<Element> | null])[];
}

/** @returns a selector for all elements that another one may match, whatever a visitor points at or has typed */
function widenSelector(selector: string, nesting: string): string {
  const parent = `:is(${nesting === '' ? ':scope' : nesting})`;
  const states =
    /(?<!\\)::?(?!(?:is|where|not|has|root|scope|empty|nth-[a-z-]+|(?:first|last|only)-[a-z-]+)\b)[\w-]+(?:\([^()]*\))?/g;
  // A colon between quotes begins no pseudo-class.
  const pieces = selector.split(/("(?:[^"\\]|\\.)*")/).map((piece, n) =>
    n % 2 === 1
      ? piece
      : piece
          .replace(states, ':is(*)')
          .replace(/(?<!\\)&/g, parent)
          .replace(/^\s*(?=[>+~])/, `${parent} `)
          .replace(/,\s*(?=[>+~])/g, `, ${parent} `),
  );
  return pieces.join('').replace(/:not\((?::is\(\*\)[, ]*)+\)/g, '');
}

function findMatches(selector: string, { roots }: Scope): Element[] {
  return roots.flatMap(([root, inside]) => {
    try {
      const widenedSelector = root.matches(selector) ? [root] : [];
      const all = [...widenedSelector, ...root.querySelectorAll(selector)];
      return inside ? all.filter((each) => inside.has(each)) : all;
    } catch {
      // Selectors of this kind are valid in style sheets alone.
      return [];
    }
  });
}

/** The elements that rules of `@scope` may match. */
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
      for (const limit of end === null ? [] : root.querySelectorAll(end))
        for (const each of [limit, ...limit.querySelectorAll('*')]) inside.delete(each);
      return [root, inside] as const;
    }),
  };
}

/** The elements that rules match, each with its selector. Rules that set custom properties of the app alone paint nothing. */
function* matchesOf(
  rules: CSSRuleList,
  scope: Scope,
): Generator<readonly [selector: string, element: Element | null]> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const { selectorText, style, cssRules } = rule;
      const widenedSelector = widenSelector(selectorText, scope.nesting);
      const isInside = scope.nesting !== '' && !selectorText.includes('&');
      const selector = isInside ? `:is(${scope.nesting}) :is(${widenedSelector})` : widenedSelector;
      const isPainting = [...style].some(
        (name) => !name.startsWith('--') || scope.tokens.has(name),
      );
      for (const element of isPainting ? findMatches(selector, scope) : [])
        yield [selectorText, element];
      yield* matchesOf(cssRules, { ...scope, nesting: selector });
    } else if (rule instanceof CSSScopeRule) {
      yield* matchesOf(rule.cssRules, enterScope(rule, scope));
    } else if (/^@(?:page|view-transition)/.test(rule.cssText)) {
      yield [rule.cssText.slice(0, 80), null];
    } else if (rule instanceof CSSGroupingRule) {
      yield* matchesOf(rule.cssRules, scope);
    }
  }
}

/**
 * Finds rules of remotes' style sheets that match an element outside of the slots of their app. The element of a slot
 * itself is outside.
 * @param limit the most rules to find in one style sheet, so that those of one team do not hide another's
 */
function findReach(html: string, limit: number, modules: string): StyleReach[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const reaches: StyleReach[] = [];
  const ofHost = [...page.querySelectorAll('style[data-href^="/assets/host/"]')];
  const tokens = new Set(ofHost.flatMap(({ textContent }) => textContent.match(/--[\w-]+/g) ?? []));
  for (const { dataset, textContent } of page.querySelectorAll<HTMLElement>('style[data-href]')) {
    const [, app = 'host'] = /\/assets\/([^/]+)\//.exec(dataset['href'] ?? '') ?? [];
    if (app === 'host') continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(textContent);
    const everything: Scope = { tokens, nesting: '', roots: [[page.documentElement, null]] };
    let count = 0;
    for (const [selector, element] of matchesOf(sheet.cssRules, everything)) {
      const around = element?.parentElement?.closest<HTMLElement>(modules);
      const slot = around?.dataset['slot'] ?? around?.dataset['box'] ?? null;
      if (element && slot?.split('/')[0] === app) continue;
      const tag = element && (element.cloneNode() as Element).outerHTML.replace(/<\/[^<]*$/, '');
      reaches.push({ app, selector, element: tag, slot });
      count += 1;
      if (count === limit) break;
    }
  }
  return reaches;
}

const functions = [widenSelector, findMatches, enterScope, matchesOf, findReach].map(String);

/** A script that finds the rules of remotes in a page that match outside of their slots: a list of `StyleReach`. */
export const styleReachScript = (html: string, limit = 20) =>
  `(() => { ${functions.join('\n')}\nreturn ${findReach.name}(${JSON.stringify(html)}, ${limit}, ${JSON.stringify(moduleSelector)}); })()`;
