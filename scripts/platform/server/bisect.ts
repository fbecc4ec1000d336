import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';
import type { Settings } from '../environment';
import type { Terminal } from '../output';
import { refusalReason } from '../release/compositions';
import { formatSet, inOrder } from '../release/history';
import { readLedger } from '../release/ledger';
import { causeReport } from '../release/past/cause-report';
import { type Answer, type Candidate, findCause, WrongEnd } from '../release/past/find-cause';
import { findMoment, liveAt, momentsOf, pagesOf, prunedOf, reachOf } from '../release/past/moments';
import { Refusal } from '../release/refusal';
import { formatCount, formatMoment } from '../release/reports/format';
import { createProgress } from '../release/reports/progress';
import { formatDocument } from '../release/stores/documents';
import { readIfThere } from '../release/stores/folder-files';
import type { ReleaseTool } from '../release/tool';
import type { SiteServices } from '../site-services';
import { serveComposition } from './serve-composition';

interface BisectOptions {
  /** As `findMoment` takes them. */
  readonly good: string;
  readonly bad: string;
  /** For a shell. */
  readonly run: string;
}

/** By the id of a composition. */
const answers = v.record(v.string(), v.picklist(['good', 'bad', 'skip']));

/**
 * What the command has answered so far: who is interrupted goes on from there.
 * @param about all that the answers depend on
 */
async function openAnswers(folder: string, about: readonly string[]) {
  const name = createHash('sha256').update(about.join('\0')).digest('hex').slice(0, 16);
  const file = path.join(folder, `bisect/${name}.json`);
  const text = (await readIfThere(file))?.toString();
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), answers), text);
  const known = new Map<string, Answer>(Object.entries(read.success ? read.output : {}));
  return {
    known,
    add: async (id: string, answer: Answer) => {
      known.set(id, answer);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFileAtomic(file, formatDocument(answers, file, Object.fromEntries(known)));
    },
    forget: () => rm(file, { force: true }),
  };
}

/**
 * Asks the command about the site at an address.
 * @param terminal gets what it writes
 * @throws Refusal when it was ended before it could answer
 */
async function askCommand(command: string, SITE_URL: string, terminal: Terminal) {
  const env = { ...process.env, SITE_URL };
  // A group of its own, so that it ends with everything that it has started.
  const child = spawn(command, {
    shell: true,
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => terminal.writeError(text));
  const end = () => void process.kill(-(child.pid ?? 0));
  process.once('exit', end);
  await once(child, 'close').finally(() => process.off('exit', end));
  const { exitCode: code, signalCode } = child;
  // A shell says in its own code which signal has ended what it ran.
  if (code === null || (code > 128 && code < 160)) {
    throw new Refusal(
      `The command was ended by ${signalCode ?? `signal ${(code ?? 0) - 128}`}; type the same again to go on from here.`,
    );
  }
  return code === 0 ? 'good' : code === 125 ? 'skip' : 'bad';
}

/**
 * `npm run release -- bisect`: names the release that made the site bad. The command is run against compositions that
 * nobody else gets; nothing in the store changes.
 */
export async function bisect(
  { good, bad, run }: BisectOptions,
  settings: Settings,
  services: SiteServices,
  tool: ReleaseTool,
  terminal: Terminal,
) {
  const { store } = tool;
  const ledger = await readLedger(store);
  const all = momentsOf(ledger);
  const [first, last] = [findMoment(all, good, tool.now()), findMoment(all, bad, tool.now())];
  const moments = all.slice(all.indexOf(first), all.indexOf(last) + 1);
  if (moments.length < 2) throw new Refusal(`"${good}" was not live before "${bad}".`);
  const site = await liveAt(store, ledger, last);
  const kept = new Set((await store.list('releases/')).map(({ key }) => key));
  const isGone = ({ releases }: Candidate) => prunedOf(releases, kept).length > 0;
  if (isGone(first) || isGone(last)) {
    const reach = reachOf(all, kept)?.entry;
    throw new Refusal(
      `Releases of "${isGone(first) ? good : bad}" were pruned; name what was live since ${reach ? formatMoment(reach.at) : 'then'}.`,
    );
  }
  const gone = moments.filter(isGone);
  const pruned = new Set(gone.flatMap(({ releases }) => prunedOf(releases, kept)));
  const lost = `${gone.length} of them cannot be tried, since these releases were pruned: ${[...pruned].join(', ')}`;
  terminal.writeError(
    `${formatCount(moments.length, 'composition')} from "${good}" to "${bad}"${gone.length > 0 ? `; ${lost}` : ''}.\n`,
  );
  const said = await openAnswers(tool.cacheFolder, [
    store.name,
    first.composition,
    last.composition,
    run,
  ]);

  async function answer(candidate: Candidate): Promise<{ answer: Answer; why: string }> {
    const missing = prunedOf(candidate.releases, kept);
    if (missing.length > 0) return { answer: 'skip', why: `${missing.join(', ')} was pruned` };
    const made = await pagesOf(tool, site, candidate).catch(refusalReason);
    if (typeof made === 'string') return { answer: 'skip', why: made };
    const known = said.known.get(made.id);
    if (known) return { answer: known, why: 'as it said before' };
    const served = await serveComposition(settings, services, store, made, site.data);
    try {
      const told = await askCommand(run, served.url, terminal);
      await said.add(made.id, told);
      return { answer: told, why: '' };
    } finally {
      await served.close();
    }
  }
  const tried = new Map<string, Answer>();
  const write: Terminal['write'] = (...parts) => terminal.writeError(...parts);
  const progress = createProgress({ ...terminal, write });
  const cause = await findCause(moments, async (candidate) => {
    const name = `${candidate.composition ?? 'never live'}: ${formatSet(inOrder(candidate.releases))}`;
    const told = tried.get(name);
    if (told) return told;
    const { answer: found } = await progress(name, async () => {
      const { answer: found, why } = await answer(candidate);
      return { answer: found, detail: why === '' ? found : `${found} (${why})` };
    });
    tried.set(name, found);
    return found;
  }).catch(async (error: unknown) => {
    // Whoever mends the command types the same again.
    if (error instanceof WrongEnd) await said.forget();
    throw error;
  });
  await said.forget();
  const skipped = [...tried].flatMap(([name, told]) => (told === 'skip' ? name : []));
  return { ...(await causeReport(store, cause)), tries: tried.size, skipped };
}
