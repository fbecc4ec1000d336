import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { UserError } from '@composed/command/errors';
import type { Terminal } from '@composed/command/terminal';
import { formatRefusal } from '@composed/release/deployments/compose-deployment';
import { formatReleases } from '@composed/release/ledger/release-set';
import { type TestResult, type Candidate, findCause } from './find-cause';
import {
  findPastDeployment,
  findStart,
  readOrCompose,
  findPruned,
  readLedgerAt,
} from '@composed/release/inspect/revisions/past-deployments';
import type { LiveDeployment } from '@composed/release/ledger';
import { readManifest, findReleases } from '@composed/release/store/releases';
import { formatTime } from '@composed/command/format';
import { createProgress } from '@composed/command/progress';
import { formatHistory, formatCommit } from '@composed/release/inspect/reports/format-report';
import { readIfThere, writeCache } from '@composed/release/store/folder-files';
import type { ReleaseTool } from '@composed/release/tool';
import type { SiteServices } from '@composed/http/services/site-services';
import { serveDeployment } from '../../serve/serve-revision';

const results = v.picklist(['good', 'bad', 'skip']);

/**
 * Runs the operator's command on the site at an address.
 * @param terminal gets the output of the command
 * @throws UserError when a signal ended the command
 */
async function runTestCommand(
  command: string,
  SITE_URL: string,
  terminal: Terminal,
): Promise<TestResult> {
  // Detached, so that it has a process group, which can be killed together with every process that the command starts.
  const child = spawn(command, { shell: true, detached: true, env: { ...process.env, SITE_URL } });
  child.stdin.end();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => terminal.writeError(text));
  const killGroup = () => void process.kill(-(child.pid ?? 0));
  process.once('exit', killGroup);
  await once(child, 'close').finally(() => process.off('exit', killGroup));
  const { exitCode: code } = child;
  // A shell exits with 128 or more when a signal ended its command.
  if (code === null || code > 127) {
    throw new UserError('The search was stopped; run the same command again to continue.');
  }
  if (code === 0) return 'good';
  // The code for "skip" is that of git bisect.
  return code === 125 ? 'skip' : 'bad';
}

/**
 * Finds the deployments from good to bad whose releases are all in the store.
 * @returns `deployments`; `count`: their number including those with pruned releases; `pruned`: these releases; `note`:
 *   about where the search starts
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
  const storedReleases = findReleases(await tool.store.list('releases/'));
  const deployments = candidates.filter(
    (deployment) => findPruned(deployment, storedReleases).length === 0,
  );
  const pruned = [
    ...new Set(candidates.flatMap((deployment) => findPruned(deployment, storedReleases))),
  ].join(', ');
  if (deployments[0] !== first || deployments.at(-1) !== candidates.at(-1)) {
    throw new UserError(
      `A release of "${good}" or "${bad}" was pruned, so it cannot be tested: ${pruned}.`,
    );
  }
  return { live, first, deployments, count: candidates.length, pruned, note };
}

type Cause = Extract<Awaited<ReturnType<typeof findCause>>, { readonly together: unknown }>;
type ReleaseAtFault = Cause['together'][number][number];

/** Adds a release's source, and the command that takes the release back. */
async function describeRelease(
  store: ReleaseTool['store'],
  { app, from, to, entry }: ReleaseAtFault,
) {
  const manifest = await readManifest(store, app, to ?? '').catch(() => null);
  // The host is never removed, since it exists from the first revision on.
  const undo = from === undefined ? `remove ${app}` : `rollback ${app} --to ${from}`;
  const back = to === undefined ? `publish ${app}` : undo;
  return { ...entry, app, release: to ?? null, source: manifest?.commit ?? null, back };
}

/**
 * Creates the function that tries a candidate: it serves the candidate only to this machine and runs the command.
 * @param folder caches the results, so that an interrupted search continues
 */
function createTrial(
  services: SiteServices,
  tool: ReleaseTool,
  live: LiveDeployment,
  { folder, run, terminal }: { folder: string; run: string; terminal: Terminal },
) {
  return async (candidate: Candidate) => {
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
      const result = await runTestCommand(run, url, terminal);
      await writeCache(file, result);
      return { result, detail: result };
    } finally {
      await close();
    }
  };
}

/**
 * `npm run release -- bisect`: finds the release that broke the site. It tries past deployments on this machine, and
 * changes nothing in the store.
 * @param options `good` and `bad`: as `findPastDeployment` takes them; `run`: a shell command
 * @returns the groups of `findCause`. Each release has its entry, its source, and the command that takes it back.
 */
export async function findReleasesAtFault(
  { good, bad, run }: Readonly<Record<'good' | 'bad' | 'run', string>>,
  services: SiteServices,
  tool: ReleaseTool,
  terminal: Terminal,
) {
  const { live, first, deployments, count, pruned, note } = await findCandidates(tool, good, bad);
  const prunedNote = pruned && `; those with pruned releases are left out: ${pruned}`;
  if (note !== '') terminal.writeError(`${note}\n`);
  terminal.writeError(`${count} deployments from "${good}" to "${bad}"${prunedNote}.\n`);
  const searchKey = [tool.store.name, first.deployment, live.deployment, run].join('\0');
  const folder = path.join(tool.cacheFolder, 'bisect', hash('sha256', searchKey));
  const tryCandidate = createTrial(services, tool, live, { folder, run, terminal });
  const progress = createProgress({ ...terminal, write: terminal.writeError });
  const cause = await findCause(deployments, async (candidate) => {
    const title = `${candidate.deployment ?? 'never live'}: ${formatReleases(candidate.releases)}`;
    return (await progress(title, () => tryCandidate(candidate))).result;
  });
  await rm(folder, { recursive: true, force: true });
  if ('contradiction' in cause) throw new UserError(cause.contradiction);
  const { together, entries } = cause;
  const groups = together.map((group) =>
    Promise.all(group.map((each) => describeRelease(tool.store, each))),
  );
  return { together: await Promise.all(groups), entries };
}

/** Formats the releases at fault, each with its time and the command that takes it back. */
export function formatCause({
  together,
  entries,
}: Awaited<ReturnType<typeof findReleasesAtFault>>) {
  if (together.length === 0) return `Bad without a new release, since:\n${formatHistory(entries)}`;
  const groups = together.map((group) => {
    const lines = group.map(({ app, release, action, at, by, revision, source, back }) => {
      const sourceNote = source === null ? '' : `, built from ${formatCommit(source)}`;
      const origin = `${action} by ${by}, ${formatTime(at)}, revision ${revision ?? 'unknown'}`;
      return `  ${app} ${release ?? 'gone'}: ${origin}${sourceNote}\n  npm run release -- ${back}\n`;
    });
    return lines.join('or, since the deployments in between could not be tested:\n');
  });
  return `Bad ${together.length > 1 ? 'only together' : 'since'}:\n${groups.join('')}`;
}
