import postcss, { type AtRule, type Container, type Node } from 'postcss';
import parseSelectors, { type Node as SelectorNode, type Selector } from 'postcss-selector-parser';

/*
 * Checks that a remote’s style sheets reach its own elements alone, since they stand in pages that others own. It
 * does not matter who built them: shared/platform/release/src/format/FORMAT.md, “What is refused”.
 */

/** Bytes. A budget is a hundredth of it. */
const most = 1024 * 1024;

/** At-rules that only say when their rules apply. */
const conditions = ['media', 'supports', 'container', 'scope', 'starting-style'];

/** At-rules that give a name which the whole page shares. */
const naming = ['keyframes', '-webkit-keyframes', 'property', 'position-try', 'counter-style'];

/** Pseudo-classes that stand for an element which fits one of their selectors. */
const alternatives = [':is', ':where', ':matches', ':-webkit-any'];

/** What a style sheet says that reaches further, and where; the first of it. */
interface Reach {
  readonly what: string;
  readonly node: Node;
  readonly instead: string;
}

/** Whether an app's name begins this name, or is all of it: as a class, or after the hyphens of a custom name. */
const isOwn = (app: string, name: string) => {
  const bare = name.replace(/^--/, '');
  return bare === app || bare.startsWith(`${app}-`);
};

/**
 * Whether each element that a selector matches is the app’s, or stands in or beside one that is.
 * @param isNested in a rule of which that is true, which `&` stands for
 */
function isScoped(app: string, selector: Selector, isNested: boolean): boolean {
  const isScope = (node: SelectorNode): boolean => {
    if (node.type === 'class') return isOwn(app, node.value);
    if (node.type === 'nesting') return isNested;
    if (node.type !== 'pseudo' || !alternatives.includes(node.value.toLowerCase())) return false;
    return node.nodes.length > 0 && node.nodes.every((each) => each.nodes.some(isScope));
  };
  if (selector.nodes.some(isScope)) return true;
  let saysParent = false;
  selector.walkNesting(() => void (saysParent = true));
  // Without "&" it stands for what is inside.
  return isNested && !saysParent;
}

function reachOfSelectors(app: string, selectors: string, node: Node, isNested: boolean) {
  const { nodes } = parseSelectors().astSync(selectors);
  const beyond = nodes.find((selector) => !isScoped(app, selector, isNested));
  if (!beyond) return null;
  const what = String(beyond).trim();
  return {
    what,
    node,
    instead: `give it a class whose name begins with "${app}-", as CSS modules do`,
  };
}

/** The names that an at-rule gives, to be looked up in the whole page. */
function namesIn(rule: AtRule): readonly string[] {
  const bare = (text: string) => text.replaceAll(/^["']|["']$/g, '');
  if (naming.includes(rule.name)) return [bare(rule.params)];
  if (rule.name === 'layer')
    return rule.params.split(/, ?/).map((each) => each.split('.')[0] ?? '');
  const families: string[] = [];
  rule.walkDecls('font-family', ({ value }) => void families.push(bare(value)));
  return families.length > 0 ? families : [''];
}

function reachOfAtRule(app: string, rule: AtRule): Reach | null {
  const { name, params } = rule;
  const what = `@${name} ${params}`.trim();
  if (conditions.includes(name) || name === 'charset' || what === '@layer') return null;
  if (!['layer', 'font-face', ...naming].includes(name)) {
    return { what, node: rule, instead: 'it is about the whole page; leave it to the host' };
  }
  const others = namesIn(rule).filter((each) => !isOwn(app, each));
  if (others.length === 0) return null;
  // Its name stands within it: of a built sheet all is one line.
  const named = name === 'font-face' ? `${what} ${others.join(', ')}`.trim() : what;
  return { what: named, node: rule, instead: `give it a name that begins with "${app}-"` };
}

/** @param isNested in a rule whose selectors reach the app's elements alone */
function findReach(app: string, container: Container, isNested = false): Reach | null {
  for (const node of container.nodes ?? []) {
    let found: Reach | null = null;
    if (node.type === 'rule') {
      found = reachOfSelectors(app, node.selector, node, isNested) ?? findReach(app, node, true);
    } else if (node.type === 'atrule') {
      found = reachOfAtRule(app, node);
      // Their blocks hold descriptions, or steps of an animation.
      if ([...conditions, 'layer'].includes(node.name)) found ??= findReach(app, node, isNested);
    }
    if (found) return found;
  }
  return null;
}

function problemOfStyleSheet(app: string, file: string, bytes: Buffer): string | null {
  const about = `The style sheet ${file} of ${app}`;
  if (bytes.length > most) return `${about} has more than ${most} bytes.`;
  try {
    const reach = findReach(app, postcss.parse(bytes.toString('utf8')));
    if (!reach) return null;
    const { line = 1, column = 1 } = reach.node.source?.start ?? {};
    const what = reach.what.length > 80 ? `${reach.what.slice(0, 79)}…` : reach.what;
    return `${about} says "${what}" (line ${line}, column ${column}), which reaches further than its own elements: ${reach.instead}.`;
  } catch (error) {
    return `${about} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/**
 * The line of a source that says what `problemOfStyles` finds in a built sheet. Classes and animations get their names
 * later, so that it is one of an at-rule; of a sheet in another language nothing is known.
 */
export function lineBehind(app: string, source: string): number | null {
  try {
    let line: number | null = null;
    postcss.parse(source).walkAtRules((rule) => {
      const isRenamed = naming.includes(rule.name) || rule.name === 'layer';
      if (line === null && !isRenamed && reachOfAtRule(app, rule))
        line = rule.source?.start?.line ?? null;
    });
    return line;
  } catch {
    return null;
  }
}

/**
 * What a remote's style sheets say that reaches what is not its own, where, and what to do; a host's page is its own.
 * @param files of the release, for browsers
 * @returns a sentence, or null where nothing does
 */
export function problemOfStyles(app: string, files: ReadonlyMap<string, Buffer>): string | null {
  if (app === 'host') return null;
  for (const [file, bytes] of files) {
    const problem = /\.css$/i.test(file) ? problemOfStyleSheet(app, file, bytes) : null;
    if (problem !== null) return problem;
  }
  return null;
}
