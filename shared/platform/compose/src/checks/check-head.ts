import { ReleaseError } from '@composed/command/errors';
import { displayName, type PlannedModule } from '@composed/contracts/composer';
import { pageHead } from '@composed/contracts/release-manifest';
import * as v from 'valibot';
import { isTooDeep } from './json-depth';

/** Advice for a component that renders `<title>`, `<meta>` or `<link>`. */
export const adviceOnHead =
  'what the head of a page says is text in its row, under microFrontend.pages in package.json or in the routes of the host, or in the export head of the module that is the page';

const headJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((head) => !isTooDeep(head), 'it holds too much inside each other'),
  pageHead,
);

/**
 * Checks the head that a module exports for its page.
 * @returns the head as JSON, written by this platform
 * @throws ReleaseError naming a field that a head cannot have
 */
export function checkHead(module: PlannedModule, json: string): string {
  const parsed = v.safeParse(headJson, json);
  if (parsed.success) return JSON.stringify(parsed.output);
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue);
  const problem = field === null ? issue.message : `${field}: ${issue.message}`;
  const reason = `its head of ${displayName(module)} cannot be read: ${problem}`;
  throw new ReleaseError({ app: module.app, reason });
}
