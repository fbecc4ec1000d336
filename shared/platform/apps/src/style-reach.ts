import { TokenType } from '@csstools/css-tokenizer';
import {
  isBlank,
  readRules,
  readValues,
  splitValues,
  textOf,
  type Rule,
  type Value,
} from './read-styles';

/* How far a remote's style sheet reaches: to its own elements, and to names that the page shares. */

/** At-rules that only say when their rules apply. */
const conditions = new Set(['media', 'supports', 'container', 'starting-style']);

/** At-rules that give a name which the whole page shares. */
const naming = new Set([
  ...['keyframes', '-webkit-keyframes', 'property', 'position-try', 'counter-style'],
  ...['font-palette-values', 'font-feature-values', 'font-face', 'layer'],
]);

/** Pseudo-classes that stand for an element which fits one of their selectors. */
const alternatives = new Set(['is', 'where', 'matches', '-webkit-any', '-moz-any']);

/** A name that a style sheet gives to the whole page, with its definition. */
export interface SharedName {
  /** A kind such as `@font-face`, or `custom property`. */
  readonly kind: string;
  readonly name: string;
  readonly definition: string;
}

/** A rule that reaches further than the app's own elements. */
export class ReachProblem extends Error {
  constructor(
    readonly what: string,
    readonly offset: number,
    readonly instead: string,
  ) {
    super(what);
  }
}

/**
 * Whether an app's name begins this name, or is all of it: as a class, or after the hyphens of a custom name. A colon
 * stands behind what Tailwind is told as its prefix.
 */
export function isOwn(app: string, name: string): boolean {
  const bare = name.replace(/^--/, '');
  return bare.startsWith(app) && /^(?:$|[-_:])/.test(bare.slice(app.length));
}

/** The surroundings of a rule: nothing; elements of the app, which `&` stands for; or `@scope`, which keeps it among them. */
type Around = 'page' | 'own' | 'scope';

const isDelim = (value: Value | undefined, text: string) =>
  value?.token[0] === TokenType.Delim && value.token[1] === text;
const isColon = (value: Value | undefined) => value?.token[0] === TokenType.Colon;
const saysParent = (values: readonly Value[]): boolean =>
  values.some((value) => isDelim(value, '&') || saysParent(value.inside ?? []));

/** Whether a part of a selector is a class of the app, or stands for one. */
function holdsScope(app: string, selector: readonly Value[], around: Around): boolean {
  return selector.some((value, n) => {
    const { token, inside } = value;
    const [before, first] = [selector[n - 1], selector[n - 2]];
    if (token[0] === TokenType.Ident) return isDelim(before, '.') && isOwn(app, token[4].value);
    if (isDelim(value, '&')) return around === 'own';
    if (token[0] !== TokenType.Function || !isColon(before) || isColon(first)) return false;
    if (!alternatives.has(token[4].value.toLowerCase())) return false;
    return splitValues(inside ?? []).every((each) => holdsScope(app, each, around));
  });
}

/** Whether each element that a selector matches is the app’s, or stands in or beside one that is. */
const isScoped = (app: string, selector: readonly Value[], around: Around) =>
  around === 'scope' ||
  holdsScope(app, selector, around) ||
  // A nested selector without "&" is about elements inside.
  (around === 'own' && !saysParent(selector));

/** Reads all of a style sheet. */
class Reader {
  readonly names: SharedName[] = [];
  readonly #layers: string[] = [];

  constructor(
    readonly app: string,
    readonly text: string,
  ) {}

  /** @throws ReachProblem, or StyleSyntaxError where it cannot be read */
  read(): readonly SharedName[] {
    this.#readRules(readRules(readValues(this.text), false).rules, 'page', false, false);
    const definition = this.#layers.join(', ');
    for (const name of this.#layers) {
      if (!isOwn(this.app, name)) this.names.push({ kind: '@layer', name, definition });
    }
    return this.names;
  }

  #readRules(rules: readonly Rule[], around: Around, isStyle: boolean, isLayered: boolean): void {
    for (const rule of rules) {
      if (rule.name === null) this.#readStyle(rule, around, isLayered);
      else this.#readAtRule(rule.name, rule, around, isStyle, isLayered);
    }
  }

  #readStyle({ prelude, block }: Rule, around: Around, isLayered: boolean): void {
    const { rules, declarations } = readRules(block ?? [], true);
    const beyond = splitValues(prelude).find((each) => !isScoped(this.app, each, around));
    if (beyond) {
      const other = declarations.find(({ property }) => !property.startsWith('--'));
      // Declarations are data then, read by whoever knows their name.
      if (other || declarations.length === 0) {
        const offset = (beyond.find((value) => !isBlank(value)) ?? prelude[0])?.token[2] ?? 0;
        const { app } = this;
        const way = `give it a class whose name begins with "${app}-", as CSS modules do, or put it into @scope (.${app}-root)`;
        throw new ReachProblem(textOf(beyond), offset, way);
      }
      for (const { property, value } of declarations) {
        if (isOwn(this.app, property)) continue;
        const definition = `${textOf(beyond)} ${textOf(value)}`;
        this.names.push({ kind: 'custom property', name: property, definition });
      }
    }
    this.#readRules(rules, beyond ? 'page' : around === 'scope' ? around : 'own', true, isLayered);
  }

  #readAtRule(name: string, rule: Rule, around: Around, isStyle: boolean, isLayered: boolean) {
    const { prelude, block } = rule;
    const inside = () => readRules(block ?? [], isStyle).rules;
    if (conditions.has(name)) this.#readRules(inside(), around, isStyle, isLayered);
    else if (name === 'charset' && /^"utf-8"$/i.test(textOf(prelude))) return;
    else if (name === 'scope') this.#readScope(rule, around, isLayered);
    else if (name === 'layer') {
      const names = splitValues(prelude).map((each) => textOf(each).split('.')[0] ?? '');
      const layers = isLayered ? [] : names.filter((each) => each !== '');
      this.#layers.push(...layers.filter((each) => !this.#layers.includes(each)));
      this.#readRules(
        inside(),
        around,
        isStyle,
        names.every((each) => isOwn(this.app, each)) || isLayered,
      );
    } else if (naming.has(name)) this.#readNames(name, rule);
    else this.#refuse(rule, 'it is about the whole page; leave it to the host');
  }

  #readScope(rule: Rule, around: Around, isLayered: boolean): void {
    const [start] = rule.prelude.filter((value) => !isBlank(value));
    const isBracket = start?.token[0] === TokenType.OpenParen;
    const roots = splitValues((isBracket ? start.inside : null) ?? []);
    if (!roots.every((each) => isScoped(this.app, each, around)) || !isBracket) {
      this.#refuse(rule, `begin it with a class of the app: @scope (.${this.app}-root)`);
    }
    this.#readRules(readRules(rule.block ?? [], true).rules, 'scope', true, isLayered);
  }

  /** Other names than the app's own may stand in a page, where nobody else says them (../compose/check-style-names). */
  #readNames(name: string, rule: Rule): void {
    const families = readRules(rule.block ?? [], true).declarations.filter(
      ({ property }) => property === 'font-family',
    );
    const targets = name === 'font-face' ? families.map(({ value }) => value) : [rule.prelude];
    const names = targets.map((each) => nameIn(each));
    if (names.length === 0 || names.includes('')) this.#refuse(rule, 'it gives no name');
    for (const each of names) {
      if (isOwn(this.app, each)) continue;
      const definition = `${textOf(rule.prelude)} ${textOf(rule.block ?? [])}`.replace(/\s/g, '');
      this.names.push({ kind: `@${name}`, name: each, definition });
    }
  }

  #refuse({ name, prelude, token }: Rule, instead: string): never {
    throw new ReachProblem(`@${name} ${textOf(prelude)}`.trim(), token[2], instead);
  }
}

/** A name for comparison: its words, or its text. */
function nameIn(values: readonly Value[]): string {
  const words = values.map(({ token }) =>
    token[0] === TokenType.Ident || token[0] === TokenType.String ? token[4].value : '',
  );
  return words.filter(Boolean).join(' ');
}

/** The names that a checked style sheet gives to the page, without those that begin with the app's name. */
export const sharedNames = (app: string, text: string): readonly SharedName[] =>
  new Reader(app, text).read();
