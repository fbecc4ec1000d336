import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { UserError } from '@composed/command/errors';
import type { Terminal } from '@composed/command/terminal';
import { formatRefusal } from '@composed/release/deployments/compose-deployment';
import { formatSet } from '@composed/release/ledger/history';
import {
  type TestResult,
  type Candidate,
  findCause,
} from '@composed/release/inspect/revisions/find-cause';
import {
  findPastDeployment,
  findStart,
  readOrCompose,
  findPruned,
  readLedgerAt,
} from '@composed/release/inspect/revisions/past-deployments';
import { readManifest, releasesAmong } from '@composed/release/store/releases';
import { formatTime } from '@composed/command/format';
import { createProgress } from '@composed/release/inspect/reports/progress';
import { formatHistory, formatSource } from '@composed/release/inspect/reports/format-report';
import { readIfThere, writeCache } from '@composed/release/store/folder-files';
import type { ReleaseTool } from '@composed/release/tool';
import type { SiteServices } from '@composed/http/services/site-services';
import { serveDeployment } from '../../serve/serve-revision';

const results = v.picklist(['good', 'bad', 'skip']);

/**
 * Asks the command about the site at an address.
 * @param terminal gets the output of the command
 * @throws UserError when the command was ended before it could decide
 */
async function askCommand(
  command: string,
  SITE_URL: string,
  terminal: Terminal,
): Promise<TestResult> {
  // A process group of its own, which ends with everything that the command has started.
  const child = spawn(command, { shell: true, detached: true, env: { ...process.env, SITE_URL } });
  child.stdin.end();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => terminal.writeError(text));
  const end = () => void process.kill(-(child.pid ?? 0));
  process.once('exit', end);
  await once(child, 'close').finally(() => process.off('exit', end));
  const { exitCode: code } = child;
  // A shell reports a signal as 128 and more.
  if (code === null || code > 127) {
    throw new UserError('The command was ended; type the same again to go on from here.');
  }
  return code === 0 ? 'good' : code === 125 ? 'skip' : 'bad';
}

/**
 * The deployments from good to bad whose releases are all in the store.
 * @returns also what was pruned between them, and a note about where the search begins
 */
async function findCandidates(tool: ReleaseTool, good: string, bad: string) {
  const { live, pastDeployments } = await readLedgerAt(tool, bad);
  const { start, note } = findStart(pastDeployments, good, tool.now());
  const first = findPastDeployment(pastDeployments, start, tool.now());
  const candidates = pastDeployments.slice(pastDeployments.indexOf(first));
  if (candidates.length < 2)
    throw new UserError(
      `"${good}" was not live before "${bad}": npm run release -- history lists what was.`,
    );
  const storedReleases = releasesAmong(await tool.store.list('releases/'));
  const deployments = candidates.filter(
    (deployment) => findPruned(deployment, storedReleases).length === 0,
  );
  const pruned = [
    ...new Set(candidates.flatMap((deployment) => findPruned(deployment, storedReleases))),
  ].join(', ');
  if (deployments[0] !== first || deployments.at(-1) !== candidates.at(-1)) {
    throw new UserError(
      `A release of "${good}" or "${bad}" was pruned, so that it cannot be tried: ${pruned}.`,
    );
  }
  return { live, first, deployments, count: candidates.length, pruned, note };
}

type Cause = Extract<Awaited<ReturnType<typeof findCause>>, { readonly together: unknown }>;
type ReleaseAtFault = Cause['together'][number][number];

/** A release at fault, with its source and the command that takes it back. */
async function describeRelease(
  store: ReleaseTool['store'],
  { app, from, to, entry }: ReleaseAtFault,
) {
  const manifest = await readManifest(store, app, to ?? '').catch(() => null);
  // A host is there from the first revision on.
  const away = from === undefined ? `remove ${app}` : `rollback ${app} --to ${from}`;
  const back = to === undefined ? `publish ${app}` : away;
  return { ...entry, app, release: to ?? null, source: manifest?.commit ?? null, back };
}

/**
 * `npm run release -- bisect`: names the release that made the site bad. It runs the command against deployments
 * that nobody else gets. Nothing in the store changes.
 * @param options good and bad as `findPastDeployment` takes them; run: for a shell
 * @returns the groups of `findCause`, each release with its entry, its source, and the command that takes it back
 */
export async function bisect(
  { good, bad, run }: Readonly<Record<'good' | 'bad' | 'run', string>>,
  services: SiteServices,
  tool: ReleaseTool,
  terminal: Terminal,
) {
  const { live, first, deployments, count, pruned, note } = await findCandidates(tool, good, bad);
  const prunedNote = pruned && `; not those with what was pruned: ${pruned}`;
  if (note !== '') terminal.writeError(`${note}\n`);
  terminal.writeError(`${count} deployments from "${good}" to "${bad}"${prunedNote}.\n`);
  // Verdicts of the command so far: an interrupted search goes on from there.
  const about = [tool.store.name, first.deployment, live.deployment, run].join('\0');
  const folder = path.join(tool.cacheFolder, 'bisect', hash('sha256', about));
  const forget = () => rm(folder, { recursive: true, force: true });

  async function tryOut(candidate: Candidate) {
    const source = { ...live, deployment: undefined, ...candidate };
    const deployment = await readOrCompose(tool, source).catch(formatRefusal);
    if (typeof deployment === 'string')
      return { result: 'skip', detail: `skip (${deployment})` } as const;
    const file = path.join(folder, deployment.id);
    const knownResult = (await readIfThere(file))?.toString();
    if (v.is(results, knownResult))
      return { result: knownResult, detail: `${knownResult} (as before)` };
    const shownDeployment = { ...deployment, data: live.data };
    const { url, close } = await serveDeployment(services, tool.store, shownDeployment);
    try {
      const result = await askCommand(run, url, terminal);
      await writeCache(file, result);
      return { result, detail: result };
    } finally {
      await close();
    }
  }
  const progress = createProgress({ ...terminal, write: terminal.writeError });
  const cause = await findCause(deployments, async (candidate) => {
    const title = `${candidate.deployment ?? 'never live'}: ${formatSet(candidate.releases)}`;
    return (await progress(title, () => tryOut(candidate))).result;
  });
  await forget();
  // A repaired command is asked anew.
  if ('contradiction' in cause) throw new UserError(cause.contradiction);
  const { together, entries } = cause;
  const groups = together.map((group) =>
    Promise.all(group.map((each) => describeRelease(tool.store, each))),
  );
  return { together: await Promise.all(groups), entries };
}

/** The release at fault, its time, and the command to type. */
export function formatCause({ together, entries }: Awaited<ReturnType<typeof bisect>>) {
  if (together.length === 0) return `Bad without a new release, since:\n${formatHistory(entries)}`;
  const groups = together.map((group) => {
    const lines = group.map(({ app, release, action, at, by, revision, source, back }) => {
      const sourceNote = source === null ? '' : `, built from ${formatSource(source)}`;
      const origin = `${action} by ${by}, ${formatTime(at)}, revision ${revision ?? 'unknown'}`;
      return `  ${app} ${release ?? 'gone'}: ${origin}${sourceNote}\n  npm run release -- ${back}\n`;
    });
    return lines.join('or, since what lies between could not be tried:\n');
  });
  return `Bad ${together.length > 1 ? 'only together' : 'since'}:\n${groups.join('')}`;
}
