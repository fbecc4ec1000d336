/** A rule of a remote's style sheet that reaches an element of somebody else. */
export interface StyleReach {
  /** The app of the style sheet, and its address. */
  readonly app: string;
  readonly href: string;
  /** The selector, in the words of the browser. */
  readonly selector: string;
  /** The start tag of the matched element; null where the rule is about the whole page. */
  readonly element: string | null;
  /** Federation id of the slot that the element stands in; null: it is the host's. */
  readonly slot: string | null;
}

/**
 * Runs in a page: finds each rule of a remote's style sheet that matches an element outside of the slots of its app,
 * whatever a visitor points at or has typed: states, conditions and places among siblings count as met. A slot's own
 * element belongs to its surroundings. Rules that set custom properties alone are left out: their names are looked
 * for in the style sheets of others (./check-style-names).
 * @param limit how many are found at most
 */
export function findStyleReach(limit = 20): StyleReach[] {
  interface Scope {
    /** The selector for `&`; '' where nothing is around the rule. */
    readonly nesting: string;
    /** Elements that `:scope` stands for, and their part of the page; null for all of it. */
    readonly roots: readonly (readonly [root: ParentNode, inside: ReadonlySet<Element> | null])[];
  }
  const all = ':is(*)';
  const reaches: StyleReach[] = [];
  // Methods of one object: tsx would name functions by one of its own, which no page has.
  const tools = {
    /** The end of the bracket that begins at this place. */
    endOf(text: string, start: number): number {
      let depth = 0;
      for (let at = start; at < text.length; at += 1) {
        const character = text[at] ?? '';
        if (character === '\\') at += 1;
        else if (character === '"') {
          for (at += 1; at < text.length && text[at] !== '"'; at += 1)
            if (text[at] === '\\') at += 1;
        } else if ('([{'.includes(character)) depth += 1;
        else if (')]}'.includes(character)) depth -= 1;
        if (depth === 0) return at + 1;
      }
      return text.length;
    },
    /** A selector that matches every element that another one may ever match. @param nesting the parent of `&` */
    widen(text: string, nesting: string, isInside = false): string {
      let wide = '';
      for (let at = 0; at < text.length;) {
        const character = text[at] ?? '';
        const [, colons = '', name = ''] = /^(::?)([\w-]+)/.exec(text.slice(at)) ?? [];
        let end = at + 1;
        // Browsers leave a leading `>` in `@scope` without its subject.
        if (!isInside && '>+~'.includes(character) && /(?:^|,)\s*$/.test(wide)) {
          wide += `:is(${nesting || ':scope'}) `;
        }
        if (character === '\\') end = at + 2;
        else if ('["'.includes(character)) end = tools.endOf(text, at);
        else if (character === '&') wide += `:is(${nesting || ':scope'})`;
        else if (name !== '') {
          const open = at + colons.length + name.length;
          end = text[open] === '(' ? tools.endOf(text, open) : open;
          const inside = end > open ? text.slice(open + 1, end - 1) : '';
          const wider = tools.widen(inside, nesting, true);
          if (colons === '::') wide += all;
          else if (['root', 'scope', 'host'].includes(name)) wide += `:${name}`;
          else if (['is', 'where', 'has', 'matches', '-webkit-any'].includes(name))
            wide += `:${name}(${wider})`;
          else if (name === 'not' && !wider.includes(all)) wide += `:not(${wider})`;
          else wide += all;
        }
        if (character !== '&' && name === '') wide += text.slice(at, end);
        at = end;
      }
      return wide;
    },
    matched(selector: string, { roots }: Scope): Element[] {
      return roots.flatMap(([root, inside]) => {
        const own = root instanceof Element && root.matches(selector) ? [root] : [];
        const elements = [...own, ...root.querySelectorAll(selector)];
        return inside ? elements.filter((each) => inside.has(each)) : elements;
      });
    },
    /** Rules inside of `@scope`. */
    scoped({ start, end }: { start: string | null; end: string | null }, scope: Scope): Scope {
      const roots =
        start === null
          ? [document.documentElement]
          : tools.matched(tools.widen(start, scope.nesting), scope);
      return {
        nesting: '',
        roots: roots.map((root) => {
          const inside = new Set([root, ...root.querySelectorAll('*')]);
          for (const limit of end === null ? [] : root.querySelectorAll(end)) {
            for (const each of [limit, ...limit.querySelectorAll('*')]) inside.delete(each);
          }
          return [root, inside] as const;
        }),
      };
    },
    add(app: string, href: string, selector: string, element: Element | null) {
      const around =
        element?.parentElement?.closest<HTMLElement>('[data-slot], [data-box]')?.dataset;
      const slot = around?.['slot'] ?? around?.['box'];
      if (element && slot?.split('/')[0] === app) return;
      const tag = element && (element.cloneNode() as Element).outerHTML.replace(/<\/[^<]*$/, '');
      if (reaches.length < limit)
        reaches.push({ app, href, selector, element: tag, slot: slot ?? null });
    },
    read(rules: CSSRuleList, app: string, href: string, scope: Scope): void {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) {
          const { selectorText, style } = rule;
          const wide = tools.widen(selectorText, scope.nesting);
          const isNested = scope.nesting !== '' && !selectorText.includes('&');
          const selector = isNested ? `:is(${scope.nesting}) :is(${wide})` : wide;
          const isData = [...style].every((name) => name.startsWith('--'));
          try {
            for (const element of isData ? [] : tools.matched(selector, scope)) {
              tools.add(app, href, selectorText, element);
            }
          } catch {
            // A selector that only style sheets may have, such as one of a namespace.
            tools.add(app, href, selectorText, null);
          }
          tools.read(rule.cssRules, app, href, { ...scope, nesting: selector });
        } else if ('start' in rule && 'end' in rule && rule instanceof CSSGroupingRule) {
          const limits = { start: rule.start, end: rule.end } as Parameters<typeof tools.scoped>[0];
          tools.read(rule.cssRules, app, href, tools.scoped(limits, scope));
        } else if (rule instanceof CSSGroupingRule && !(rule instanceof CSSPageRule)) {
          tools.read(rule.cssRules, app, href, scope);
        } else if (/^@(?:import|namespace|page|view-transition)/.test(rule.cssText)) {
          tools.add(app, href, rule.cssText.slice(0, 80), null);
        }
      }
    },
  };
  for (const { ownerNode, cssRules } of document.styleSheets) {
    if (!(ownerNode instanceof HTMLElement)) continue;
    const href = ownerNode.dataset['href'] ?? ownerNode.getAttribute('href') ?? '';
    const [, app = 'host'] = /\/assets\/([^/]+)\//.exec(href) ?? [];
    if (app !== 'host') tools.read(cssRules, app, href, { nesting: '', roots: [[document, null]] });
  }
  return reaches;
}
