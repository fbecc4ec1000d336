import type { Turn } from './limits';

/** Too much is waiting; the caller is told to come back later. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

interface Waiting {
  readonly turn: Turn;
  readonly since: number;
  /** Starts the task, or refuses it. */
  readonly end: (refusal?: QueueFullError) => void;
}

/** For hashes of passwords, each of which takes 128 MiB: the places are many networks' and few of one network's. */
const ordinaryPlaces = {
  atOnce: 1,
  /** How many may wait in all, and of one network. */
  waiting: 2000,
  perNetwork: 64,
  /** Milliseconds after which a task that still waits is refused. */
  timeout: 20_000,
  /** Milliseconds after which equals who came later go first: they can be served in time, this one cannot. */
  hope: 2500,
};

/**
 * Runs a few tasks at a time. The next is always of the network that has tried least lately, so that however
 * many ask for much, who asks for little is served at once; of equals it is the one who came first, and of
 * those who have waited for too long the one who came last: when a thousand new networks ask at once,
 * nobody who comes after them has to wait for all of them. When all places are taken, the last in line
 * loses its own to who comes before it.
 */
export function fairQueue(places = ordinaryPlaces) {
  const { atOnce, waiting, perNetwork, timeout, hope } = places;
  const queue: Waiting[] = [];
  let running = 0;

  function enter(turn: Turn): Promise<void> {
    const ofNetwork = queue.filter((item) => item.turn.network === turn.network).length;
    const last = queue.at(-1);
    const isFull = queue.length >= waiting && (last?.turn.recent ?? 0) <= turn.recent;
    if (ofNetwork >= perNetwork || isFull) throw new QueueFullError();
    if (queue.length >= waiting) queue.pop()?.end(new QueueFullError());
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(item), 1);
        reject(new QueueFullError());
      };
      const timer = setTimeout(leave, timeout).unref();
      const end = (refusal?: QueueFullError) => {
        clearTimeout(timer);
        if (refusal) reject(refusal);
        else resolve();
      };
      const item: Waiting = { turn, since: Date.now(), end };
      const place = queue.findIndex((other) => other.turn.recent > turn.recent);
      queue.splice(place < 0 ? queue.length : place, 0, item);
    });
  }

  function takeNext(): Waiting | undefined {
    const equals = queue.filter(({ turn }) => turn.recent === queue[0]?.turn.recent);
    const from = Date.now() - hope;
    const next = equals.find(({ since }) => since > from) ?? equals.at(-1);
    if (next) queue.splice(queue.indexOf(next), 1);
    return next;
  }

  /** @throws QueueFullError when there is no place, or none came free in time */
  async function inTurn<T>(turn: Turn, task: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    // A finished task hands its place to the next one, so that `running` never overshoots.
    else await enter(turn);
    try {
      return await task();
    } finally {
      const next = takeNext();
      if (next) next.end();
      else running -= 1;
    }
  }
  return Object.assign(inTurn, { waiting: () => queue.length });
}
