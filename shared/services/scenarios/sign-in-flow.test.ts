import { existsSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { defaultLimits } from '@composed/http/calls/rate-limit';
import { closeDatabase } from '@composed/http/services';
import { openServicesDatabase } from '../database';
import { startTestServices } from '../testing/start-test-services';
import { ada, createAccount, openVisitor, signIn, submit, textOf } from '../testing/visitor';

const dataDir = temporaryFolder();
let server: Awaited<ReturnType<typeof startTestServices>>;

beforeAll(async () => {
  server = await startTestServices(dataDir);
  expect((await createAccount(server.url, ada)).status).toBe(201);
});

afterAll(() => server.close());

/** Signs a visitor in. Returns the page that they then see, and their cookies. */
async function signedIn() {
  const visitor = await openVisitor(server.url);
  const shop = await signIn(visitor, ada.emailAddress, ada.password);
  return { visitor, shop, ...(await visitor.storageState()) };
}

test('an account that was just created signs in and lands on its shop', async () => {
  const visitor = await openVisitor(server.url);
  const page = await visitor.get(signInPath);
  expect([page.status(), page.url()]).toEqual([200, `${server.url}/identity/sign-in`]);
  const shop = await signIn(visitor, 'ADA@example.com ', ada.password);
  expect(shop.url()).toBe(`${server.url}/store`);
  expect(await textOf(shop)).toContain('Hello, Ada.');
  // A signed-in visitor gets no form.
  expect(await textOf(await visitor.get(signInPath))).toContain('Hello, Ada.');
});

test('scripts and other sites cannot use the cookie of the sign-in', async () => {
  const {
    cookies: [cookie, ...others],
  } = await signedIn();
  const closed = { path: '/', httpOnly: true, sameSite: 'Lax' };
  expect(cookie).toMatchObject({ name: 'store_session', ...closed });
  expect(cookie?.value).toMatch(/^[\w-]{43}$/);
  expect(Math.round((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(7, 1);
  expect(others).toEqual([]);
});

test('a wrong password and an unknown email get the same message', async () => {
  const visitor = await openVisitor(server.url);
  const wrong = await signIn(visitor, ada.emailAddress, 'wrong horse');
  const unknown = await signIn(await openVisitor(server.url), 'nobody@example.com', ada.password);
  expect([wrong.status(), unknown.status()]).toEqual([422, 422]);
  const words = await textOf(wrong);
  expect(words).toContain('That email and password do not go together.');
  expect(words).toBe(await textOf(unknown));
  expect(await (await visitor.get('/store')).text()).not.toContain('Hello');
});

test('the typed email stays in the form after a wrong password, escaped', async () => {
  const email = '"><script>alert(1)</script>';
  const page = await (await signIn(await openVisitor(server.url), email, 'x')).text();
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page).not.toContain('<script');
});

test('the pages allow no scripts, only their own style, and name an icon of the site', async () => {
  const page = await fetch(server.url + signInPath);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const icon = /<link rel="icon" href="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  expect(existsSync(path.join('host/public', icon.slice(1)))).toBe(true);
  // This file keeps its name at the root. The names of other files contain a hash.
  expect(path.extname(icon)).toBe('.ico');
});

test('a visitor without cookies reads that signing in needs them', async () => {
  const body = new URLSearchParams({ email: ada.emailAddress, password: ada.password });
  const headers = { origin: server.url };
  const answer = await fetch(`${server.url}/identity/sign-in`, { method: 'POST', headers, body });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('Your browser blocks cookies');
});

test('an international address signs in in every spelling; a text that is too long does not', async () => {
  const written = { ...ada, emailAddress: 'Käthe@MÜNCHEN.de' };
  expect((await createAccount(server.url, written)).status).toBe(201);
  const again = { ...ada, emailAddress: 'mailto:ka\u0308the@xn--mnchen-3ya.de' };
  expect((await createAccount(server.url, again)).status).toBe(409);
  for (const email of [written.emailAddress, again.emailAddress, '\u00A0KÄTHE@münchen.de']) {
    const shop = await signIn(await openVisitor(server.url), email, ada.password);
    expect(await textOf(shop)).toContain('Hello, Ada.');
  }
  const long = await signIn(await openVisitor(server.url), ada.emailAddress, 'a'.repeat(300));
  expect(long.status()).toBe(422);
  expect(await long.text()).toContain(`value="${ada.emailAddress}"`);
});

test('after signing out nobody can use the session', async () => {
  const { visitor, shop, cookies } = await signedIn();
  const thief = await openVisitor(server.url);
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join() };
  expect(await textOf(await thief.get('/store', { headers }))).toContain('Hello, Ada.');
  expect((await submit(visitor, shop, {})).url()).toBe(`${server.url}/`);
  expect(await textOf(await visitor.get('/store'))).toContain('Password');
  expect(await textOf(await thief.get('/store', { headers }))).toContain('Password');
});

test.each([{}, { origin: 'https://evil.example' }, { origin: 'null' }])(
  'a form of another site can neither sign in nor sign out: %j',
  async (headers) => {
    const body = new URLSearchParams({ email: ada.emailAddress, password: ada.password });
    for (const address of ['/identity/sign-in', '/store/sign-out']) {
      const sent = { method: 'POST', redirect: 'manual', headers, body } as const;
      const response = await fetch(`${server.url}${address}`, sent);
      expect(response.status).toBe(403);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
  },
);

test('over https the cookie is secure and only for this host', async () => {
  const publicUrl = 'https://shop.example.com';
  const behind = await startTestServices(temporaryFolder(), { publicUrl });
  await createAccount(behind.url, ada);
  const page = await fetch(`${behind.url}/identity/sign-in`);
  expect(page.headers.get('strict-transport-security')).toBe('max-age=63072000');
  const response = await fetch(`${behind.url}/identity/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: publicUrl },
    body: new URLSearchParams({ email: ada.emailAddress, password: ada.password }),
  });
  expect(response.headers.get('set-cookie')).toMatch(/^__Host-store_session=.*; Secure/);
  await behind.close();
});

test('guesses from one network are delayed and then refused, and nobody else is locked out', async () => {
  const limited = await startTestServices(temporaryFolder(), { limits: defaultLimits });
  await createAccount(limited.url, ada);
  const guesser = await openVisitor(limited.url, '192.0.2.1');
  const form = await guesser.get(signInPath);
  const guess = async () => {
    const start = performance.now();
    const typed = { email: ada.emailAddress, password: 'guess' };
    const status = (await submit(guesser, form, typed)).status();
    return { status, took: performance.now() - start };
  };
  const guesses = await Promise.all(Array.from({ length: 200 }, guess));
  const answered = guesses.filter(({ status }) => status === 422);
  expect(answered).toHaveLength(20);
  expect(Math.max(...answered.map(({ took }) => took))).toBeGreaterThan(9000);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(180);
  const owner = await openVisitor(limited.url, '192.0.2.2');
  expect(await textOf(await signIn(owner, ada.emailAddress, ada.password))).toContain(
    'Hello, Ada.',
  );
  await limited.close();
});

test('a sign-in reads only the sessions that have ended', () => {
  const database = openServicesDatabase(null);
  const plan = database.prepare('EXPLAIN QUERY PLAN DELETE FROM session WHERE expires_at <= 1');
  expect(JSON.stringify(plan.all())).toContain('SEARCH session USING');
  closeDatabase(database);
});
