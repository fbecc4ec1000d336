import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isHost, type App } from '@composed/apps';
import ts from 'typescript';

/*
 * Finds what a page’s policy forbids (shared/platform/contracts/src/content-policy.ts, shared/platform/http/src/answers/headers.ts). It builds, and
 * fails in a visitor’s browser alone, often after a press, where no check of a release gets to.
 */

const reasons = {
  worker: 'no page starts workers (child-src)',
  media: 'no page plays sound or films (media-src)',
  frame: 'no page shows another one (child-src)',
  plugin: 'no page runs plug-ins (object-src)',
  code: 'no page runs text as script (script-src)',
  markup: 'no remote writes markup as text (require-trusted-types-for); render elements',
} as const;
type Reason = keyof typeof reasons;

/** Elements, globals that are called or made with `new`, members of whichever object, and a property of React. */
const forbidden: Readonly<Record<string, Reason>> = {
  ...{ '<video>': 'media', '<audio>': 'media', 'Audio()': 'media' },
  ...{ '<iframe>': 'frame', '<object>': 'plugin', '<embed>': 'plugin' },
  ...{ 'Worker()': 'worker', 'SharedWorker()': 'worker', '.serviceWorker': 'worker' },
  ...{ 'Function()': 'code', 'eval()': 'code' },
  ...{ '.innerHTML': 'markup', '.outerHTML': 'markup', '.insertAdjacentHTML': 'markup' },
  dangerouslySetInnerHTML: 'markup',
};

const reasonOf = (what: string) => (Object.hasOwn(forbidden, what) ? forbidden[what] : undefined);

const isDeclaration = (node: ts.Node) =>
  ts.isImportClause(node) ||
  ts.isImportSpecifier(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isClassDeclaration(node) ||
  ts.isFunctionDeclaration(node);

/** Every node of a tree, from the top. */
function* nodesIn(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesIn(child);
}

/** The global that is called: `Worker`, or `window.Worker`. */
function globalOf(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  const isGlobal =
    ts.isPropertyAccessExpression(called) &&
    /^(?:window|self|globalThis)$/.test(called.expression.getText());
  return isGlobal ? called.name.text : '';
}

/** Whether a member is called or set, or one of its members is. Reading `innerHTML` changes nothing. */
function isUsed({ parent }: ts.Node): boolean {
  if (!ts.isBinaryExpression(parent)) {
    return ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent);
  }
  const { kind } = parent.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** What a node does, as it is named above. */
function nameOf(node: ts.Node): string {
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
    return `<${node.tagName.getText()}>`;
  if (ts.isJsxAttribute(node)) return node.name.getText();
  if (ts.isNewExpression(node) || ts.isCallExpression(node))
    return `${globalOf(node.expression)}()`;
  return ts.isPropertyAccessExpression(node) && isUsed(node) ? `.${node.name.text}` : '';
}

/** All but one half of a text's parts, each at its place. */
const everyOther = (parts: readonly string[], first: 0 | 1) =>
  parts.map((part, index) => (index % 2 === first ? part : part.replaceAll(/\S/g, ' '))).join('');

const inMarkup = /<(video|audio|iframe|object|embed)\b|v-html\b|\{@html\b/g;

/**
 * What one source does that no page allows.
 * @returns a sentence for each, which begins with its place in the file: line and column, from 1
 */
export function problemsOfSource(app: Pick<App, 'name'>, file: string, text: string): string[] {
  const isComponent = /\.(?:vue|svelte)$/.test(file);
  // Where it is a component of Vue or Svelte, its script and its markup apart.
  const parts = text.split(/(?<=<script\b[^>]*>)([^]*?)(?=<\/script>)/);
  const script = isComponent ? everyOther(parts, 1) : text;
  const markup = isComponent ? everyOther(everyOther(parts, 0).split(/(<!--[^]*?-->)/), 0) : '';
  const source = ts.createSourceFile(file, script, ts.ScriptTarget.Latest, true);
  const nodes = [...nodesIn(source)];
  const declared = new Set(
    nodes.flatMap((node) =>
      isDeclaration(node) && node.name && ts.isIdentifier(node.name) ? [node.name.text] : [],
    ),
  );
  const problem = (what: string, reason: Reason, at: number) => {
    const { line, character } = source.getLineAndCharacterOfPosition(at);
    return `${file}:${line + 1}:${character + 1}: ${what}: ${reasons[reason]}.`;
  };
  return [
    ...nodes.flatMap((node) => {
      const reason = reasonOf(nameOf(node));
      const what = nameOf(node).replace(/^\.|\(\)$/g, '');
      // A host may bring markup that it has a policy of Trusted Types for.
      if (!reason || declared.has(what) || (reason === 'markup' && isHost(app))) return [];
      return problem(what, reason, node.getStart());
    }),
    ...[...markup.matchAll(inMarkup)].map(({ 0: what, 1: element = '', index }) =>
      problem(what, reasonOf(`<${element}>`) ?? 'markup', index),
    ),
  ];
}

/**
 * Looks through the sources of an app's own that its build for browsers holds.
 * @param files from the root of the workspaces
 * @throws Error that names every place
 */
export async function checkSources(root: string, app: App, files: readonly string[]) {
  const isOwn = (file: string) =>
    /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(file) &&
    !file.includes('node_modules') &&
    !path.relative(app.folder, file).startsWith('..');
  const problems = await Promise.all(
    files
      .filter(isOwn)
      .map(async (file) =>
        problemsOfSource(app, file, await readFile(path.join(root, file), 'utf8')),
      ),
  );
  if (problems.flat().length === 0) return;
  throw new Error(
    `${app.name} does what the policy of pages forbids, so it would fail for visitors.\n${problems.flat().join('\n')}`,
  );
}
