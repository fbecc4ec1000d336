import { tokenize, TokenType, type CSSToken } from '@csstools/css-tokenizer';

/*
 * Reads the rules of a style sheet, by CSS Syntax (https://drafts.csswg.org/css-syntax). Text that browsers would have
 * to recover from is an error here, since old and new ones recover in different ways.
 */

/** A token, or a bracket with its content. */
export interface Value {
  readonly token: CSSToken;
  /** null for a token that is no bracket. */
  readonly inside: readonly Value[] | null;
}

export interface Rule {
  /** The name of an at-rule, in lower case; null for a style rule, whose prelude is a list of selectors. */
  readonly name: string | null;
  readonly prelude: readonly Value[];
  /** null for a rule that ends with a semicolon. */
  readonly block: readonly Value[] | null;
  /** The first token of the rule. */
  readonly token: CSSToken;
}

export interface Declaration {
  readonly property: string;
  readonly value: readonly Value[];
}

/** Why a style sheet cannot be read, and where. */
export class StyleSyntaxError extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

const refuse = ([, , start]: CSSToken, message: string): never => {
  throw new StyleSyntaxError(message, start);
};

const ends: Readonly<Partial<Record<TokenType, TokenType>>> = {
  [TokenType.Function]: TokenType.CloseParen,
  [TokenType.OpenParen]: TokenType.CloseParen,
  [TokenType.OpenSquare]: TokenType.CloseSquare,
  [TokenType.OpenCurly]: TokenType.CloseCurly,
};
const closing = new Set(Object.values(ends));
const unread = new Set([TokenType.BadString, TokenType.BadURL, TokenType.CDO, TokenType.CDC]);

/** Brackets inside each other: nobody writes so many. */
const deepest = 100;

/** @throws StyleSyntaxError where a text, an address, a comment or a bracket has no end, or another one than browsers see */
export function readValues(text: string): readonly Value[] {
  const tokens = tokenize(
    { css: text },
    {
      onParseError: ({ message, sourceStart }) => {
        throw new StyleSyntaxError(message, sourceStart);
      },
    },
  );
  const root: Value[] = [];
  const open: { readonly token: CSSToken; readonly inside: Value[] }[] = [];
  for (const token of tokens) {
    const [type] = token;
    const around = open.at(-1);
    const list = around?.inside ?? root;
    if (unread.has(type)) refuse(token, 'browsers do not read it');
    if (type === TokenType.Comment) continue;
    if (type === TokenType.EOF) {
      if (around) refuse(around.token, 'nothing closes it');
    } else if (ends[type] !== undefined) {
      const inside: Value[] = [];
      list.push({ token, inside });
      open.push({ token, inside });
      if (open.length > deepest)
        refuse(token, `more than ${deepest} brackets are inside each other`);
    } else if (closing.has(type)) {
      if (!around || ends[around.token[0]] !== type) refuse(token, 'nothing opens it');
      open.pop();
    } else list.push({ token, inside: null });
  }
  return root;
}

/** Values as a text without comments, which says the same. */
export const textOf = (values: readonly Value[]): string =>
  values
    .map(({ token: [type, text], inside }) => {
      if (inside) return `${text}${textOf(inside)}${{ '{': '}', '[': ']' }[text] ?? ')'}`;
      return type === TokenType.Whitespace ? ' ' : text;
    })
    .join('')
    .trim();

/** Values between commas, but for those in brackets. */
export function splitValues(values: readonly Value[]): readonly (readonly Value[])[] {
  const parts: Value[][] = [[]];
  for (const value of values) {
    if (value.token[0] === TokenType.Comma) parts.push([]);
    else parts.at(-1)?.push(value);
  }
  return parts;
}

export const isBlank = ({ token }: Value) => token[0] === TokenType.Whitespace;
const isA = (type: TokenType, value: Value | undefined) => value?.token[0] === type;

/** Whether values begin as a declaration of a custom property does, whose value may hold anything. */
const isCustom = ([first, second, third]: readonly Value[]) =>
  first?.token[0] === TokenType.Ident &&
  first.token[4].value.startsWith('--') &&
  isA(TokenType.Colon, second && isBlank(second) ? third : second);

function declarationOf(values: readonly Value[]): Declaration[] {
  const [first, ...rest] = values;
  const colon = rest.findIndex((value) => !isBlank(value));
  if (first?.token[0] !== TokenType.Ident || !isA(TokenType.Colon, rest[colon])) return [];
  return [{ property: first.token[4].value.toLowerCase(), value: rest.slice(colon + 1) }];
}

/**
 * The rules in values, and the declarations beside them.
 * @param isStyle of a style rule: elsewhere there are rules alone
 * @throws StyleSyntaxError where browsers of different age may see the end of one in different places
 */
export function readRules(values: readonly Value[], isStyle: boolean) {
  const rules: Rule[] = [];
  const declarations: Declaration[] = [];
  let current: Value[] = [];
  const end = (block: readonly Value[] | null) => {
    const [first] = current;
    if (!first) return;
    const { token } = first;
    if (token[0] === TokenType.AtKeyword) {
      const name = token[4].value.toLowerCase();
      rules.push({ name, prelude: current.slice(1), block, token });
    } else if (block) rules.push({ name: null, prelude: current, block, token });
    else if (isStyle) declarations.push(...declarationOf(current));
    else refuse(token, 'it is no rule');
    current = [];
  };
  for (const value of values) {
    if (current.length === 0 && isBlank(value)) continue;
    const isDeclared = isCustom(current);
    if (isDeclared && !isStyle) refuse(value.token, 'a custom property stands outside of a rule');
    if (isA(TokenType.Semicolon, value)) {
      // A semicolon alone is allowed within a rule; elsewhere it would spoil the next rule.
      if (current.length === 0 && !isStyle) refuse(value.token, 'it is no rule');
      end(null);
    } else if (isA(TokenType.OpenCurly, value) && !isDeclared) {
      if (current.length === 0) refuse(value.token, 'it has no selector');
      end(value.inside);
    } else current.push(value);
  }
  end(null);
  return { rules, declarations };
}
