import { signInPath } from 'shared/contracts/site-links';
import { startServicesProcess, stopServicesProcesses } from '../testing/services/child-process';
import { removeTemporaryFolders, temporaryFolder } from '../testing/services/temporary-folder';
import { ada, createAccount, Visitor } from '../testing/services/visitor';

jest.setTimeout(120_000);

afterAll(() => {
  stopServicesProcesses();
  removeTemporaryFolders();
});

const attackers = 1000;
const honest = 200;
/** Milliseconds within which each honest visitor has to be signed in. */
const limit = 5000;
/** Bounds of the attack. */
const guesses = 4000;
const connections = 12;

test('200 honest visitors sign in within 5 s each while 1,000 networks guess their passwords', async () => {
  const server = await startServicesProcess({ dataDir: temporaryFolder(), limited: true });
  const names = Array.from({ length: 8 }, (_, index) => `visitor-${index}@example.com`);
  for (const [index, emailAddress] of names.entries()) {
    const address = `198.51.100.${index}`;
    expect((await createAccount(server.url, { ...ada, emailAddress }, address)).status).toBe(201);
  }
  const emailOf = (index: number) => names[index % names.length] ?? '';

  let siege = true;
  let made = 0;
  const statuses = new Set<number>();
  async function attack(worker: number): Promise<void> {
    const first = new Visitor(server.url, `10.9.9.${worker}`);
    const form = await (await first.visit(signInPath)).text();
    for (let turn = worker; (siege || made < attackers) && made < guesses; turn += connections) {
      made += 1;
      const network = turn % attackers;
      first.address = `10.0.${network >> 8}.${network & 255}`;
      const answer = await first.submit(form, { email: emailOf(turn), password: 'guess' });
      await answer.text();
      statuses.add(answer.status);
    }
  }

  const took: number[] = [];
  async function visit(from: number): Promise<void> {
    for (let index = from; index < honest; index += 10) {
      const visitor = new Visitor(server.url, `172.16.${index >> 8}.${index & 255}`);
      const start = performance.now();
      const page = await visitor.visit(signInPath);
      const fields = { email: emailOf(index), password: ada.password };
      const store = await visitor.submit(await page.text(), fields);
      expect(await store.text()).toContain('Hello, Ada.');
      took.push(performance.now() - start);
    }
  }

  const attacking = Promise.all(Array.from({ length: connections }, (_, worker) => attack(worker)));
  await Promise.all(Array.from({ length: 10 }, (_, from) => visit(from)));
  siege = false;
  await attacking;
  expect(took).toHaveLength(honest);
  expect(Math.max(...took)).toBeLessThan(limit);
  expect(made).toBeGreaterThanOrEqual(attackers);
  expect([...statuses].filter((status) => ![422, 429].includes(status))).toEqual([]);
  expect(await server.stop('SIGTERM')).toBe(0);
});
