import { hash } from 'node:crypto';
import { ReleaseError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import { readStyleElements } from '@composed/compose/deployment/composed-page';
import { plainText } from '@composed/command/terminal';
import type { StyleReach } from '@composed/compose/checks/style-reach';
import { readDeployment, readDeploymentIndex } from '../../deployments/deployments';
import type { NamedPage, PageReach } from '../../browser/find-style-reach';
import { formatCount } from '@composed/command/format';
import type { DeploymentStep, NextDeployment, StepContext } from './step';

/** Hashes of tried pages that an index keeps, unless its own pages have more. */
const maxKept = 5000;

/** Attributes that style sheets select by value. */
const selectableAttributes = new Set([
  'class',
  'data-slot',
  'data-href',
  'dir',
  'lang',
  'role',
  'type',
]);

/** An attribute whose value a selector names, or an id. */
const namedValue = /\[\s*([\w:.-]+)\s*[~|^$*]?=|#[\w-]+/g;

/**
 * A hash of the page as style sheets see it: the sheets, its elements, and their attributes, except values that no
 * sheet names. Pages of rows of data, which differ in texts and addresses, have the same hash.
 */
function markupHash(html: string): string {
  const sheets = readStyleElements(html);
  const rules = sheets.map(({ app, element }) => (app === 'host' ? '' : element)).join('');
  const selectedValues = new Set([...rules.matchAll(namedValue)].map(([id, name]) => name ?? id));
  const isSeen = (name: string, value: string) =>
    selectableAttributes.has(name) ||
    selectedValues.has(name) ||
    (name === 'id' && selectedValues.has(`#${value}`));
  const [root = ''] = /<html[^>]*>/.exec(html) ?? [];
  const markup = html
    .slice(Math.max(0, html.indexOf('<body')))
    .replace(/ ([\w:.-]+)="([^"]*)"/g, (attribute, name: string, value: string) =>
      isSeen(name, value) ? attribute : ` ${name}`,
    )
    .replace(/>[^<]+/g, '>');
  return hash(
    'sha256',
    [...sheets.map(({ href }) => href), root, markup].join('\n'),
    'base64url',
  ).slice(0, 22);
}

/** Names of pages, the first of each kind that was not tried in a browser, and hash → name of all. */
function selectPages(pages: Deployment['pages'], triedHashes: ReadonlySet<string>) {
  const hashes = new Map<string, string>();
  for (const [name, bytes] of pages) {
    if (!name.endsWith('.html')) continue;
    const markup = markupHash(String(bytes));
    if (!hashes.has(markup)) hashes.set(markup, name);
  }
  const names = [...hashes].flatMap(([markup, name]) => (triedHashes.has(markup) ? [] : [name]));
  return { names, hashes };
}

/** Identifies a rule and the owner of the element that it matches, on any page. */
const keyOf = ({ app, selector, slot }: StyleReach) => JSON.stringify([app, selector, slot]);

const violationsOf = ({ name, reach }: PageReach, releases: NextDeployment['releases']) =>
  reach.map((each) => {
    const { app, selector, element, slot } = each;
    const whose = element === null ? 'the whole page' : `${element} of ${slot ?? 'the host'}`;
    const reason = `its style "${selector}" matches ${whose} in ${name}: let it begin with a class of its own, as CSS modules do`;
    const version = releases[app] ?? 'unknown';
    return { name, key: keyOf(each), app, version, reason: plainText(reason) };
  });

/** The rules of live releases that reach as far in the live pages, which may have gone live without a browser. */
async function findLiveReach({ tool, ledger: { live } }: StepContext, names: readonly string[]) {
  const deployment = live && (await readDeployment(tool.store, live.deployment));
  const pages = names.flatMap((name) => {
    const html = deployment?.pages.get(name);
    return html ? [{ name, html: String(html) }] : [];
  });
  const problems = pages.length > 0 ? await tool.findStyleReach(pages) : [];
  return new Set((problems ?? []).flatMap(({ reach }) => reach.map(keyOf)));
}

/** The ids that occur more than once in a page: a label, a link or a script finds only the first. */
function findDuplicateIds({ name, html }: NamedPage): string[] {
  const ids = new Set<string>();
  const duplicateIds = new Set<string>();
  for (const [, id = ''] of html.matchAll(/<[^<>]* id="([^"]+)"/g))
    (ids.has(id) ? duplicateIds : ids).add(id);
  return [...duplicateIds]
    .slice(0, 3)
    .map((id) => `the id "${plainText(id)}" stands twice in ${name}`);
}

/**
 * Opens each page with new markup or styles in a browser, and looks which elements the styles of remotes match there.
 * The index of the deployment keeps the hashes of pages without a problem.
 * @param refuses false to only report problems
 * @throws ReleaseError naming the release whose styles match something outside of its slots, unless they do so without
 *   this change too
 */
export async function checkPageStyles(context: StepContext, next: NextDeployment, refuses = true) {
  const { tool, ledger } = context;
  const { deployment, releases } = next;
  const live = ledger.live?.deployment;
  const index =
    live === undefined ? null : await readDeploymentIndex(tool.store, live).catch(() => null);
  const { names, hashes } = selectPages(deployment.pages, new Set(index?.tried));
  const notes: string[] = [];
  // Pages are read as they are opened: the texts of a large site take more memory than its pages.
  function* pages() {
    for (const [n, name] of names.entries()) {
      context.count?.(n, names.length);
      const page = { name, html: String(deployment.pages.get(name)) };
      notes.push(...findDuplicateIds(page));
      yield page;
    }
  }
  const problems = names.length > 0 ? await tool.findStyleReach(pages()) : [];
  if (problems === null) {
    const detail = 'nobody has looked what styles match: there is no browser; set CHROMIUM_PATH';
    return { output: { ...next, triedHashes: index?.tried ?? [] }, detail };
  }
  const issues = problems.flatMap((problem) => violationsOf(problem, releases));
  const isUnchanged = (app: string) => ledger.live?.releases[app] === releases[app];
  const liveReach = issues.some(({ app }) => refuses && isUnchanged(app))
    ? await findLiveReach(context, [...new Set(issues.map(({ name }) => name))])
    : new Set<string>();
  const isKnown = ({ app, key }: (typeof issues)[number]) => isUnchanged(app) && liveReach.has(key);
  const violations = refuses ? issues.filter((each) => !isKnown(each)) : [];
  if (violations.length > 0) throw new ReleaseError(...violations);
  const start = refuses ? 'without this change as well: ' : '';
  notes.push(...issues.map(({ app, version, reason }) => `${start}${app} ${version}: ${reason}`));
  const clean = [...hashes].flatMap(([markup, name]) =>
    issues.some((each) => each.name === name) ? [] : [markup],
  );
  const triedHashes = [...new Set([...clean, ...(index?.tried ?? [])])].slice(
    0,
    Math.max(maxKept, clean.length),
  );
  const count = names.length > 0 ? formatCount(names.length, 'page') : 'tried before';
  return {
    output: { ...next, triedHashes, untriedNames: names },
    detail: [count, ...notes].join(', '),
  };
}

/**
 * Opens new pages, even if data or settings changed them.
 * @param refuses false for a deployment that is urgent, and was live before
 */
export const checkStyles = (refuses = true): DeploymentStep => ({
  kind: 'needs-browser',
  title: 'Open what is new of the pages in a browser',
  run: (context, next) => checkPageStyles(context, next, refuses),
});
