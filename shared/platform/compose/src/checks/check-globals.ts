import { ReleaseError } from '@composed/command/errors';
import { remoteGlobal } from '@composed/contracts/remote-names';
import type { DeploymentInput } from '../deployment/deployment';

/* All apps of a page share its globals. If two apps set the same one, neither can rely on it. */

/**
 * Matches the assignment of a list of chunks by webpack or Rspack: `self.webpackChunkhost ||= []`, or in older versions
 * `self.webpackChunkhost = self.webpackChunkhost || []`. The name is in the first or the second group.
 */
const chunkListAssignment =
  /\b(?:self|globalThis|window)(?:\.([\w$]{1,200})|\["([^"\]]{1,200})"\])\s?(?:\|\|=\s?\[\]|=\s?(?:self|globalThis|window)[^|;,]{1,220}\|\|\s?\[\])/g;

/** Matches the names that shared/platform/release/src/format/FORMAT.md reserves for containers and lists of chunks. */
const reservedName = /^(?:remote_|(?:webpack|rspack)Chunk)/;

/**
 * Matches code that reads a list right after its assignment, as a build does with its list of chunks. Apps may share
 * other lists, such as the `dataLayer` of analytics.
 */
const immediateRead = /^[^.]{0,80}\.forEach\(/;

/** Returns the names of the globals in which a script keeps lists of chunks. */
function chunkListsIn(script: string): ReadonlySet<string> {
  const lists = new Set<string>();
  for (const match of script.matchAll(chunkListAssignment)) {
    const [assignment, name, quotedName] = match;
    const list = name ?? quotedName ?? '';
    const end = match.index + assignment.length;
    const isRead = immediateRead.test(script.slice(end, end + 100));
    if (reservedName.test(list) || isRead) lists.add(list);
  }
  return lists;
}

/** @param owner another app that has a list of this name */
function problemOfChunkList(list: string, owner: string | undefined): string | null {
  if (owner !== undefined) return `is also that of ${owner}`;
  return reservedName.test(list) ? null : 'does not begin with webpackChunk or rspackChunk';
}

/**
 * Checks that each container has its app's own global, and that no two apps have the same list of chunks.
 * @throws ReleaseError naming the global, and what to change
 */
export async function checkGlobals({ releases }: DeploymentInput): Promise<void> {
  const owners = new Map<string, string>();
  for (const [app, { manifest, readFile }] of Object.entries(releases)) {
    const { entry, global } = manifest;
    const containerGlobal = remoteGlobal(app);
    if (global !== null && global !== containerGlobal) {
      const reason = `the global of its container is "${global}" and must be "${containerGlobal}" (library.name)`;
      throw new ReleaseError({ app, reason });
    }
    for (const list of chunkListsIn((await readFile(entry)).toString('utf8'))) {
      const problem = problemOfChunkList(list, owners.get(list));
      if (problem !== null) {
        const advice = `give its build a name of its own (output.uniqueName, such as "${app}")`;
        const reason = `the global "${list}" of its list of chunks ${problem}; ${advice}`;
        throw new ReleaseError({ app, reason });
      }
      owners.set(list, app);
    }
  }
}
