import { fairQueue, QueueFullError } from './fair-queue';

const options = { atOnce: 1, waiting: 3, perNetwork: 2, timeout: 5000, hope: 4000 };

/** A queue that is busy until `free` is called, and what it has run since. */
function busyQueue(given: Partial<typeof options> = {}) {
  const inTurn = fairQueue({ ...options, ...given });
  const ran: string[] = [];
  let free: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (free = resolve));
  const done = inTurn({ network: 'first', recent: 0 }, () => first);
  const ask = (network: string, recent: number) =>
    inTurn({ network, recent }, async () => void ran.push(network));
  return { ask, ran, done, free: () => free() };
}

test('the network that has tried least is next, and equals keep their order', async () => {
  const { ask, ran, free } = busyQueue();
  const all = [ask('often', 9), ask('once', 1), ask('new', 0)];
  free();
  await Promise.all(all);
  expect(ran).toEqual(['new', 'once', 'often']);
});

test('of equals the first is next, but not one who has waited for too long', async () => {
  const { ask, ran, free } = busyQueue({ hope: 300, waiting: 5 });
  const early = [ask('first', 0), ask('second', 0)];
  await new Promise((resolve) => setTimeout(resolve, 350));
  const all = [...early, ask('late', 0), ask('later', 0), ask('often', 1)];
  free();
  await Promise.all(all);
  expect(ran).toEqual(['late', 'later', 'second', 'first', 'often']);
});

test('one network has only its share of the places', async () => {
  const { ask, free } = busyQueue();
  const waiting = [ask('a', 0), ask('a', 1)];
  await expect(ask('a', 2)).rejects.toBeInstanceOf(QueueFullError);
  const other = ask('b', 0);
  free();
  await Promise.all([...waiting, other]);
});

test('of a full queue the last loses its place to who has tried less', async () => {
  const { ask, ran, free } = busyQueue();
  const waiting = [ask('a', 5), ask('b', 6)];
  const last = ask('c', 7);
  const lost = expect(last).rejects.toBeInstanceOf(QueueFullError);
  const honest = ask('d', 0);
  await expect(ask('e', 7)).rejects.toBeInstanceOf(QueueFullError);
  free();
  await Promise.all([...waiting, honest, lost]);
  expect(ran).toEqual(['d', 'a', 'b']);
});

test('who waits for too long is refused, and keeps no place', async () => {
  const { ask, ran, free, done } = busyQueue({ timeout: 20 });
  await expect(ask('a', 0)).rejects.toBeInstanceOf(QueueFullError);
  free();
  await done;
  await ask('b', 0);
  expect(ran).toEqual(['b']);
});
