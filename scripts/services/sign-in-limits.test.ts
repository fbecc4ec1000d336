import { signInPath } from '@shopwright/shared/contracts/site-links';
import { startServicesProcess, stopServicesProcesses } from '../testing/services/child-process';
import { removeTemporaryFolders, temporaryFolder } from '../testing/services/temporary-folder';
import { ada, createAccount, signIn, textOf, Visitor } from '../testing/services/visitor';

afterAll(() => {
  stopServicesProcesses();
  removeTemporaryFolders();
});

test('guessing from one network is slowed down and stopped, and locks nobody else out', async () => {
  const limited = await startServicesProcess({ dataDir: temporaryFolder(), limited: true });
  await createAccount(limited.url, ada);
  const guesser = new Visitor(limited.url, '192.0.2.1');
  const form = await (await guesser.visit(signInPath)).text();
  const guess = () => guesser.submit(form, { email: ada.emailAddress, password: 'guess' });
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await guess()).status),
  );
  expect(new Set(statuses)).toEqual(new Set([422]));
  const start = performance.now();
  const [slowed, ...more] = await Promise.all([guess(), guess(), guess(), guess()]);
  expect(slowed.status).toBe(422);
  expect(performance.now() - start).toBeGreaterThan(3000);
  expect(more.map(({ status }) => status)).toContain(429);
  const store = await signIn(new Visitor(limited.url, '192.0.2.2'), ada.emailAddress, ada.password);
  expect(await textOf(store)).toContain('Hello, Ada.');
  await limited.stop('SIGTERM');
});

test('one address cannot start sign-ins without end, and stops nobody else', async () => {
  const limited = await startServicesProcess({ dataDir: temporaryFolder(), identityBurst: 6 });
  await createAccount(limited.url, ada);
  const start = (address: string) =>
    fetch(`${limited.url}/oauth2/authorization/keycloak`, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': address },
    });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    statuses.push((await start('192.0.2.1')).status);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429, 429]);
  const store = await signIn(new Visitor(limited.url), ada.emailAddress, ada.password);
  expect(await textOf(store)).toContain('Hello, Ada.');
  await limited.stop('SIGTERM');
});
