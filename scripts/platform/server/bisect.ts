import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';
import type { Settings } from '../environment';
import type { Terminal } from '../output';
import { refusalReason } from '../release/compositions';
import { formatSet } from '../release/history';
import { causeReport } from '../release/past/cause-report';
import { type Answer, type Candidate, findCause, WrongEnd } from '../release/past/find-cause';
import { findMoment, pagesOf, prunedOf, readPast } from '../release/past/moments';
import { Refusal } from '../release/refusal';
import { releasesAmong } from '../release/releases';
import { formatCount } from '../release/reports/format';
import { createProgress } from '../release/reports/progress';
import { readIfThere } from '../release/stores/folder-files';
import type { ReleaseTool } from '../release/tool';
import type { SiteServices } from '../site-services';
import { serveComposition } from './serve-past';

const answers = v.picklist(['good', 'bad', 'skip']);

/**
 * Asks the command about the site at an address.
 * @param terminal gets what it writes
 * @throws Refusal when it was ended before it could answer
 */
async function askCommand(command: string, SITE_URL: string, terminal: Terminal): Promise<Answer> {
  // A group of its own, so that it ends with everything that it has started.
  const child = spawn(command, { shell: true, detached: true, env: { ...process.env, SITE_URL } });
  child.stdin.end();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => terminal.writeError(text));
  const end = () => void process.kill(-(child.pid ?? 0));
  process.once('exit', end);
  await once(child, 'close').finally(() => process.off('exit', end));
  const { exitCode: code } = child;
  // Of a signal that has ended what it ran, a shell says 128 and more.
  if (code === null || code > 127) {
    throw new Refusal('The command was ended; type the same again to go on from here.');
  }
  return code === 0 ? 'good' : code === 125 ? 'skip' : 'bad';
}

/**
 * `npm run release -- bisect`: names the release that made the site bad. The command is run against compositions that
 * nobody else gets; nothing in the store changes.
 * @param options good and bad as `findMoment` takes them; run: for a shell
 */
export async function bisect(
  { good, bad, run }: Readonly<Record<'good' | 'bad' | 'run', string>>,
  settings: Settings,
  services: SiteServices,
  tool: ReleaseTool,
  terminal: Terminal,
) {
  const { store } = tool;
  const { live: site, moments: all } = await readPast(tool, bad);
  const first = findMoment(all, good, tool.now());
  const named = all.slice(all.indexOf(first));
  if (named.length < 2) throw new Refusal(`"${good}" was not live before "${bad}".`);
  const kept = releasesAmong(await store.list('releases/'));
  const moments = named.filter((moment) => prunedOf(moment, kept).length === 0);
  const pruned = [...new Set(named.flatMap((moment) => prunedOf(moment, kept)))].join(', ');
  if (moments[0] !== first || moments.at(-1) !== named.at(-1)) {
    throw new Refusal(`"${good}" or "${bad}" cannot be tried, since it was pruned: ${pruned}.`);
  }
  const lost = pruned && `; not those with what was pruned: ${pruned}`;
  const count = formatCount(named.length, 'composition');
  terminal.writeError(`${count} from "${good}" to "${bad}"${lost}.\n`);
  // What the command has answered so far: who is interrupted goes on from there.
  const about = [store.name, first.composition, site.composition, run].join('\0');
  const folder = path.join(tool.cacheFolder, 'bisect', hash('sha256', about));
  const forget = () => rm(folder, { recursive: true, force: true });

  async function answer(candidate: Candidate) {
    const source = { ...site, composition: undefined, ...candidate };
    const made = await pagesOf(tool, source).catch(refusalReason);
    if (typeof made === 'string') return { answer: 'skip', detail: `skip (${made})` } as const;
    const file = path.join(folder, made.id);
    const known = v.safeParse(answers, (await readIfThere(file))?.toString());
    if (known.success) return { answer: known.output, detail: `${known.output} (as before)` };
    const served = await serveComposition(settings, services, store, made, site.data);
    try {
      const told = await askCommand(run, served.url, terminal);
      await mkdir(folder, { recursive: true });
      await writeFileAtomic(file, told);
      return { answer: told, detail: told };
    } finally {
      await served.close();
    }
  }
  const write: Terminal['write'] = (...parts) => terminal.writeError(...parts);
  const progress = createProgress({ ...terminal, write });
  const cause = await findCause(moments, async (candidate) => {
    const title = `${candidate.composition ?? 'never live'}: ${formatSet(candidate.releases)}`;
    return (await progress(title, () => answer(candidate))).answer;
  }).catch(async (error: unknown) => {
    // Whoever mends the command types the same again.
    if (error instanceof WrongEnd) await forget();
    throw error;
  });
  await forget();
  return causeReport(store, cause);
}
