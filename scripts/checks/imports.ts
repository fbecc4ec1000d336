import ts from 'typescript';
import type { SourceFile } from './source-tree';

/** One place where a file names another module. */
export interface ImportSite {
  readonly specifier: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Calls whose first argument names a module: `require.resolve`, `jest.mock`, … */
const moduleCalls =
  /^(?:require|require\.resolve|import\.meta\.resolve|jest\.(?:mock|doMock|unmock|requireActual|requireMock))$/;

/**
 * Every module that a script or style sheet names with a literal: imports of values and types,
 * re-exports, dynamic imports, `require`, jest's module calls; `@import`, `composes … from` and
 * relative `url()` in CSS.
 */
export function importsOf(file: SourceFile): ImportSite[] {
  return file.path.endsWith('.css') ? importsOfStyleSheet(file) : importsOfScript(file);
}

function importsOfScript({ path, text }: SourceFile): ImportSite[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const sites: ImportSite[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier)) {
      const { line } = source.getLineAndCharacterOfPosition(specifier.getStart(source));
      sites.push({ specifier: specifier.text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return node.argument.literal;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const namesModule =
    expression.kind === ts.SyntaxKind.ImportKeyword || moduleCalls.test(expression.getText());
  return namesModule ? node.arguments[0] : undefined;
}

const styleReference =
  /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)|\bfrom\s+["']([^"']+)["']|url\(\s*["']?(\.[^"')]+)/g;

function importsOfStyleSheet({ text }: SourceFile): ImportSite[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...code.matchAll(styleReference)].flatMap((match) => {
    const specifier = match[1] ?? match[2] ?? match[3];
    if (specifier === undefined) return [];
    return [{ specifier, line: code.slice(0, match.index).split('\n').length }];
  });
}
