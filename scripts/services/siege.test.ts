import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { productionCost } from './accounts/passwords';
import { startServicesProcess, stopServicesProcesses } from '../testing/services/child-process';
import { removeTemporaryFolders, temporaryFolder } from '../testing/services/temporary-folder';
import { ada, createAccount, Visitor } from '../testing/services/visitor';

/** `npm run soak` sets SOAK: passwords cost what they do in production. */
const isSoak = Boolean(process.env['SOAK']);
const log2N = isSoak ? productionCost.log2N : 13;

afterAll(() => {
  stopServicesProcesses();
  removeTemporaryFolders();
});

const attackers = 1000;
const honest = 200;
/** On a busy machine a visitor may be told to come back, and does; an attack must not make that go on. */
const tries = isSoak ? 1 : 5;
/** Honest visitors who sign in at the same time. */
const atOnce = 5;
/** Milliseconds within which each honest visitor has to be signed in, on a machine that does nothing else. */
const limit = 5000;
/** Sign-in forms that the attackers share. */
const forms = 12;

test('200 honest visitors sign in while 1,000 networks guess their passwords', async () => {
  const server = await startServicesProcess({ dataDir: temporaryFolder(), limited: true, log2N });
  const names = Array.from({ length: 8 }, (_, index) => `visitor-${index}@example.com`);
  for (const [index, emailAddress] of names.entries()) {
    const address = `198.51.100.${index}`;
    expect((await createAccount(server.url, { ...ada, emailAddress }, address)).status).toBe(201);
  }
  const emailOf = (index: number) => names[index % names.length] ?? '';

  const over = new AbortController();
  setMaxListeners(attackers, over.signal);
  const statuses = new Map<number, number>();
  const guesses = () => [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const visitors = Array.from(
    { length: forms },
    (_, index) => new Visitor(server.url, `10.9.9.${index}`),
  );
  const pages = await Promise.all(
    visitors.map(async (visitor) => (await visitor.visit(signInPath)).text()),
  );

  /** One network, which guesses again ten seconds after each answer: all of them, about a hundred times a second. */
  async function attack(network: number): Promise<void> {
    const visitor = visitors[network % forms];
    const page = pages[network % forms] ?? '';
    if (!visitor) return;
    while (!over.signal.aborted) {
      // Read as the request is made, so the visitor may speak for many networks.
      visitor.address = `10.0.${network >> 8}.${network & 255}`;
      const answer = await visitor.submit(page, { email: emailOf(network), password: 'guess' });
      await answer.text();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      await wait(10_000, undefined, { signal: over.signal }).catch(() => undefined);
    }
  }

  const took: number[] = [];
  async function visit(from: number): Promise<void> {
    for (let index = from; index < honest; index += atOnce) {
      const visitor = new Visitor(server.url, `172.16.${index >> 8}.${index & 255}`);
      const start = performance.now();
      let shown = '';
      for (let left = tries; left > 0 && !shown.includes('Hello, Ada.'); left -= 1) {
        const page = await visitor.visit(signInPath);
        const fields = { email: emailOf(index), password: ada.password };
        shown = await (await visitor.submit(await page.text(), fields)).text();
      }
      expect(shown).toContain('Hello, Ada.');
      took.push(performance.now() - start);
    }
  }

  const attacking = Promise.all(Array.from({ length: attackers }, (_, network) => attack(network)));
  // Awaited below: when an honest visitor fails, the attack ends with the server.
  attacking.catch(() => undefined);
  // Once every network has made its first guess, which on a busy machine takes a while, none of them is new.
  while (guesses() < attackers) await Promise.race([wait(50), attacking]);
  await Promise.all(Array.from({ length: atOnce }, (_, from) => visit(from)));
  over.abort();
  await attacking;
  expect(took).toHaveLength(honest);
  expect(guesses()).toBeGreaterThanOrEqual(attackers);
  expect([...statuses.keys()].filter((status) => ![422, 429].includes(status))).toEqual([]);
  if (isSoak) {
    process.stdout.write(`Slowest honest sign-in: ${Math.round(Math.max(...took))} ms\n`);
    expect(Math.max(...took)).toBeLessThan(limit);
  }
  expect(await server.stop('SIGTERM')).toBe(0);
});
