import { ReleaseError } from '@composed/command/errors';
import { displayName, type PlannedModule } from '@composed/contracts/composer';
import { pageHead } from '@composed/contracts/release-manifest';
import * as v from 'valibot';
import { isTooDeep } from './json-depth';

/** Advice for a component that renders `<title>`, `<meta>` or `<link>`. */
export const adviceOnHead =
  'set title and description in microFrontend.pages, in the host’s routes, or in the module’s export head';

const headJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((head) => !isTooDeep(head), 'it is nested too deeply'),
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
