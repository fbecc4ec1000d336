import { ReleaseError } from '@composed/command/errors';
import { remoteGlobal } from '@composed/contracts/remote-names';
import type { DeploymentInput } from '../deployment/deployment';

/* All apps of a page share its globals: where two set the same one, neither can rely on it. */

/**
 * The global with the chunks of a build by webpack or Rspack: `self.webpackChunkhost ||= []`, or as older ones write
 * it.
 */
const chunkList =
  /\b(?:self|globalThis|window)(?:\.([\w$]{1,200})|\["([^"\]]{1,200})"\])\s?(?:\|\|=\s?\[\]|=\s?(?:self|globalThis|window)[^|;,]{1,220}\|\|\s?\[\])/g;

/** Names of containers' globals and of lists of chunks; FORMAT.md fixes both. */
const reserved = /^(?:remote_|(?:webpack|rspack)Chunk)/;

/**
 * A list of chunks is read as soon as its build runs. Other lists, such as `dataLayer` of analytics, may be shared by
 * apps.
 */
const isRead = /^[^.]{0,80}\.forEach\(/;

/** The globals of a script that hold lists of chunks. */
function chunkListsIn(script: string): ReadonlySet<string> {
  const lists = [...script.matchAll(chunkList)].flatMap(
    ({ 0: match, 1: name, 2: quoted, index }) => {
      const list = name ?? quoted ?? '';
      const end = index + match.length;
      return reserved.test(list) || isRead.test(script.slice(end, end + 100)) ? [list] : [];
    },
  );
  return new Set(lists);
}

/**
 * Checks the globals that apps write to: one container with a fixed name, and lists of chunks, each of one app.
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
      const other = owners.get(list);
      const advice = `give its build a name of its own (output.uniqueName, such as "${app}")`;
      if (other !== undefined || !reserved.test(list)) {
        const problem =
          other === undefined
            ? 'does not begin with webpackChunk or rspackChunk'
            : `is also that of ${other}`;
        const reason = `the global "${list}" of its list of chunks ${problem}; ${advice}`;
        throw new ReleaseError({ app, reason });
      }
      owners.set(list, app);
    }
  }
}
