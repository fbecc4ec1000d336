import { ReleaseError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import { plainText } from '@composed/command/terminal';
import type { StyleLeak } from '@composed/compose/checks/style-leaks';
import { readDeployment } from '../../deployments/deployments';
import type { PageLeaks } from '../../browser/find-style-leaks';
import { formatCount } from '@composed/command/format';
import type { NextDeployment, StepContext } from '../step';

/** The most hashes of tested pages that an index has, unless its own pages have more. */
const maxHashes = 5000;

/** Returns a key that is the same on all pages: it identifies a rule and the owner of the element that it matches. */
const leakKey = ({ app, selector, slot }: StyleLeak) => JSON.stringify([app, selector, slot]);

const issuesOf = ({ name, leaks }: PageLeaks, releases: NextDeployment['releases']) =>
  leaks.map((each) => {
    const { app, selector, element, slot } = each;
    const whose = element === null ? 'the whole page' : `${element} of ${slot ?? 'the host'}`;
    const reason = `its style "${selector}" matches ${whose} in ${name}: begin the selector with a class of your own, as CSS modules do`;
    const version = releases[app] ?? 'unknown';
    return { name, key: leakKey(each), app, version, reason: plainText(reason) };
  });

/** Returns the keys of rules that match outside of their slots in the live pages, which may never have been checked. */
async function findLiveLeaks({ tool, ledger: { live } }: StepContext, names: readonly string[]) {
  const deployment = live && (await readDeployment(tool.store, live.deployment));
  const pages = names.flatMap((name) => {
    const html = deployment?.pages.get(name);
    return html ? [{ name, html: String(html) }] : [];
  });
  const problems = pages.length > 0 ? await tool.findStyleLeaks(pages) : [];
  return new Set((problems ?? []).flatMap(({ leaks }) => leaks.map(leakKey)));
}

/** Opens pages in a browser. Returns the rules that match outside of their slots, or null without a browser. */
async function openPages(
  { tool, reportProgress }: StepContext,
  { pages }: Deployment,
  names: readonly string[],
) {
  // A page is converted to text just before it is opened: the texts of a large site take more memory than its pages.
  function* readPages() {
    for (const [n, name] of names.entries()) {
      reportProgress?.(n, names.length);
      yield { name, html: String(pages.get(name)) };
    }
  }
  return names.length > 0 ? tool.findStyleLeaks(readPages()) : [];
}

/** Returns the issues that the live pages do not have. */
async function findNewIssues(
  context: StepContext,
  issues: ReturnType<typeof issuesOf>,
  releases: NextDeployment['releases'],
) {
  const { live } = context.ledger;
  const isUnchanged = ({ app }: { app: string }) => live?.releases[app] === releases[app];
  if (!issues.some(isUnchanged)) return issues;
  const liveReach = await findLiveLeaks(context, [...new Set(issues.map(({ name }) => name))]);
  return issues.filter((issue) => !isUnchanged(issue) || !liveReach.has(issue.key));
}

/**
 * Opens each page with new markup or styles in a browser, and finds elements that the styles of remotes match outside of
 * their slots. Records the hashes of pages without such an element.
 * @param options `refuses`: whether to refuse them, or only to report them
 * @throws ReleaseError naming each release whose styles do so, unless they already do in the live pages
 */
export async function checkPageStyles(
  context: StepContext,
  next: NextDeployment,
  { refuses }: { readonly refuses: boolean },
) {
  const { deployment, releases } = next;
  const { names, hashes, earlierHashes } = next.newPages;
  const problems = await openPages(context, deployment, names);
  if (problems === null) {
    const detail = 'left out: there is no browser; set CHROMIUM_PATH';
    return { output: { ...next, checkedHashes: earlierHashes }, detail };
  }
  const issues = problems.flatMap((problem) => issuesOf(problem, releases));
  const violations = refuses ? await findNewIssues(context, issues, releases) : [];
  if (violations.length > 0) throw new ReleaseError(...violations);
  const start = refuses ? 'already on the live site: ' : '';
  const notes = issues.map(({ app, version, reason }) => `${start}${app} ${version}: ${reason}`);
  const namesWithIssues = new Set(issues.map(({ name }) => name));
  const cleanHashes = [...hashes].flatMap(([markup, name]) =>
    namesWithIssues.has(name) ? [] : [markup],
  );
  const allHashes = [...new Set([...cleanHashes, ...earlierHashes])];
  const checkedHashes = allHashes.slice(0, Math.max(maxHashes, cleanHashes.length));
  const count = names.length > 0 ? formatCount(names.length, 'page') : 'tested before';
  return {
    output: { ...next, checkedHashes },
    detail: [count, ...notes].join(', '),
  };
}
