import type { HistoryEntry, ReleaseSet } from '../ledger';
import { Refusal } from '../refusal';
import type { Moment } from './moments';

/** As the exit code of git's `bisect run` says it. */
export type Answer = 'good' | 'bad' | 'skip';

/** A set of releases that is asked about. */
export interface Candidate {
  readonly releases: ReleaseSet;
  /** Of what was live as it is; without it the set may never have been live. */
  readonly composition?: string;
}

/** A release that took the place of another one; null: the app had none before, or none since. */
export interface Arrival {
  readonly app: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly entry: HistoryEntry;
}

export interface Cause {
  /**
   * Each is one release, or where all between was skipped, some of which one is meant. Several are bad only together.
   * None: the pages went bad without another release, such as by new data.
   */
  readonly together: readonly (readonly Arrival[])[];
  /** What happened between the last that was good and the first that was bad. */
  readonly entries: readonly HistoryEntry[];
}

/** The command contradicts what was said of an end, so none of its answers tells anything. */
export class WrongEnd extends Refusal {}

/** Every release that arrived after the first moment, in order. */
function arrivals(moments: readonly Moment[]): Arrival[] {
  return moments.slice(1).flatMap(({ entry, releases }, before) => {
    const earlier = moments[before]?.releases ?? {};
    const apps = Object.keys({ ...earlier, ...releases }).sort();
    const changed = apps.filter((app) => earlier[app] !== releases[app]);
    return changed.map((app) => ({
      app,
      from: earlier[app] ?? null,
      to: releases[app] ?? null,
      entry,
    }));
  });
}

function mix(releases: ReleaseSet, arrived: readonly Arrival[]): Candidate {
  const mixed = new Map(Object.entries(releases));
  for (const { app, to } of arrived) {
    if (to === null) mixed.delete(app);
    else mixed.set(app, to);
  }
  return { releases: Object.fromEntries(mixed) };
}

/**
 * Halves what lies between a position that is good and one that is bad.
 * @returns two positions without another one between them, but such as were skipped
 */
async function narrow(good: number, bad: number, ask: (position: number) => Promise<Answer>) {
  let [from, to] = [good, bad];
  const skipped = new Set<number>();
  for (;;) {
    const middle = Math.ceil((from + to) / 2);
    const between = Array.from({ length: to - from - 1 }, (_, n) => from + 1 + n);
    const [next] = between
      .filter((position) => !skipped.has(position))
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    if (next === undefined) return { from, to };
    const answer = await ask(next);
    if (answer === 'skip') skipped.add(next);
    else if (answer === 'good') from = next;
    else to = next;
  }
}

/**
 * Which release made a site bad, or which ones do so only together. First over what was live, by halves; then that
 * release is put among those of the good end, and where it does no harm there, the earlier ones are halved beside it.
 * That is delta debugging of an ordered list (U. Junker, QuickXplain, 2004): a try for each halving of each release.
 * @param moments what was live, from one that is good to one that is bad
 * @param ask about one set of releases; the same one may be asked about again
 * @throws WrongEnd where the good end is bad, or the bad end good
 */
export async function findCause(
  moments: readonly Moment[],
  ask: (candidate: Candidate) => Promise<Answer>,
): Promise<Cause> {
  const releases = moments[0]?.releases ?? {};
  const last = moments.length - 1;
  const askLive = async (at: number) => {
    const moment = moments[at];
    return moment ? ask(moment) : 'skip';
  };
  const live = await narrow(0, last, askLive);
  // Asked only when nothing between them said so: a command that calls everything the same tells nothing.
  if (live.from === 0 && (await askLive(0)) === 'bad') {
    throw new WrongEnd('The command calls the good end bad as well: go further back, or mend it.');
  }
  if (live.to === last && (await askLive(last)) === 'good') {
    throw new WrongEnd('The command calls the bad end good as well: it does not show the fault.');
  }
  const entries = moments.slice(live.from + 1, live.to + 1).map(({ entry }) => entry);
  const together: (readonly Arrival[])[] = [];
  let rest = arrivals(moments.slice(0, live.to + 1));
  const known = arrivals(moments.slice(0, live.from + 1)).length;
  if (known === rest.length) return { together, entries };
  const among = (arrived: readonly Arrival[], found: readonly Arrival[]) =>
    narrow(found.length > 0 ? 0 : known, arrived.length, (count) =>
      ask(mix(releases, [...arrived.slice(0, count), ...found])),
    );
  let range = await among(rest, []);
  for (;;) {
    together.unshift(rest.slice(range.from, range.to));
    const found = together.flat();
    rest = rest.slice(0, range.from).filter(({ app }) => !found.some((each) => each.app === app));
    if (rest.length === 0) break;
    const alone = await ask(mix(releases, found));
    if (alone === 'bad') break;
    range = await among(rest, found);
    // It could not be tried without them, so nothing says that they are needed.
    if (alone === 'skip' && range.from === 0) break;
  }
  return { together, entries };
}
