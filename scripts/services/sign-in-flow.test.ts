import { existsSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '@shopwright/shared/testing/temporary-folder';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { defaultLimits } from './limits';
import { startTestServices } from '../testing/services/services';
import { ada, createAccount, signIn, textOf, Visitor } from '../testing/services/visitor';

const dataDir = temporaryFolder();
let server: Awaited<ReturnType<typeof startTestServices>>;

beforeAll(async () => {
  server = await startTestServices(dataDir);
  expect((await createAccount(server.url, ada)).status).toBe(201);
});

afterAll(() => server.close());

test('an account that was just created signs in and lands on its store', async () => {
  const visitor = new Visitor(server.url);
  const page = await visitor.visit(signInPath);
  expect(page.status).toBe(200);
  const store = await visitor.submit(await page.text(), {
    email: 'ADA@example.com ',
    password: ada.password,
  });
  expect(await textOf(store)).toContain('Hello, Ada.');
  // Who is signed in is not asked again.
  expect(await textOf(await visitor.visit(signInPath))).toContain('Hello, Ada.');
  expect(visitor.visited.slice(0, 5).map((address) => address.slice(server.url.length))).toEqual([
    signInPath,
    '/oauth2/authorization/keycloak',
    ...['/identity/sign-in', '/identity/sign-in'],
    '/store',
  ]);
});

test('the cookie of the sign-in is closed to scripts and to other sites', async () => {
  const visitor = new Visitor(server.url);
  await signIn(visitor, ada.emailAddress, ada.password);
  expect(visitor.received).toEqual([
    expect.stringMatching(
      /^store_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ]);
});

test('a wrong password and an unknown email are told the same', async () => {
  const visitor = new Visitor(server.url);
  const wrong = await signIn(visitor, ada.emailAddress, 'wrong horse');
  const unknown = await signIn(new Visitor(server.url), 'nobody@example.com', ada.password);
  expect([wrong.status, unknown.status]).toEqual([422, 422]);
  const words = await textOf(wrong);
  expect(words).toContain('That email and password do not go together.');
  expect(words).toBe(await textOf(unknown));
  expect(await (await visitor.visit('/store')).text()).not.toContain('Hello');
});

test('what was typed as email stays after a wrong password, as text', async () => {
  const email = '"><script>alert(1)</script>';
  const page = await (await signIn(new Visitor(server.url), email, 'x')).text();
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page).not.toContain('<script');
});

test('the pages allow no scripts and no style but their own, and name an icon of the site', async () => {
  const page = await new Visitor(server.url).visit(signInPath);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const icon = /<link rel="icon" href="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  expect(existsSync(path.join('host/public', icon.slice(1)))).toBe(true);
  // Copied to the root under its own name; others are renamed by their content.
  expect(path.extname(icon)).toBe('.ico');
});

test('after signing out the session is of no use to anybody', async () => {
  const visitor = new Visitor(server.url);
  await signIn(visitor, ada.emailAddress, ada.password);
  const [cookie = ''] = visitor.received[0]?.split(';') ?? [];
  const withCookie = () => fetch(`${server.url}/store`, { headers: { cookie } });
  expect(await textOf(await withCookie())).toContain('Hello, Ada.');
  expect((await visitor.request('/store/sign-out', { method: 'POST' })).status).toBe(303);
  expect(await textOf(await visitor.visit('/store'))).toContain('Password');
  expect(await textOf(await withCookie())).toContain('Password');
});

test.each([{}, { origin: 'https://evil.example' }, { origin: 'null' }])(
  'another site’s form signs nobody in or out: %j',
  async (headers) => {
    const body = new URLSearchParams({ email: ada.emailAddress, password: ada.password });
    for (const address of ['/identity/sign-in', '/store/sign-out']) {
      const sent = { method: 'POST', redirect: 'manual', headers, body } as const;
      const answer = await fetch(`${server.url}${address}`, sent);
      expect(answer.status).toBe(403);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  },
);

test('accounts and sessions survive a restart', async () => {
  const visitor = new Visitor(server.url);
  await signIn(visitor, ada.emailAddress, ada.password);
  const [cookie = ''] = visitor.received[0]?.split(';') ?? [];
  await server.close();
  server = await startTestServices(dataDir);
  const store = await fetch(`${server.url}/store`, { headers: { cookie } });
  expect(await textOf(store)).toContain('Hello, Ada.');
  const again = await signIn(new Visitor(server.url), ada.emailAddress, ada.password);
  expect(await textOf(again)).toContain('Hello, Ada.');
});

test('behind https the cookie is secure and of this host alone', async () => {
  const publicUrl = 'https://shop.example.com';
  const behind = await startTestServices(temporaryFolder(), { publicUrl });
  await createAccount(behind.url, ada);
  const page = await fetch(`${behind.url}/identity/sign-in`);
  expect(page.headers.get('strict-transport-security')).toBe('max-age=63072000');
  const signedIn = await fetch(`${behind.url}/identity/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: publicUrl },
    body: new URLSearchParams({ email: ada.emailAddress, password: ada.password }),
  });
  expect(signedIn.headers.get('set-cookie')).toMatch(/^__Host-store_session=.*; Secure/);
  await behind.close();
});

test('guessing from one network is slowed down and stopped, and locks nobody else out', async () => {
  const limited = await startTestServices(temporaryFolder(), { limits: defaultLimits });
  await createAccount(limited.url, ada);
  const guesser = new Visitor(limited.url, '192.0.2.1');
  const form = await (await guesser.visit(signInPath)).text();
  const guess = async () => {
    const start = performance.now();
    const { status } = await guesser.submit(form, { email: ada.emailAddress, password: 'guess' });
    return { status, took: performance.now() - start };
  };
  const guesses = await Promise.all(Array.from({ length: 200 }, guess));
  const answered = guesses.filter(({ status }) => status === 422);
  expect(answered).toHaveLength(20);
  expect(Math.max(...answered.map(({ took }) => took))).toBeGreaterThan(9000);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(180);
  const store = await signIn(new Visitor(limited.url, '192.0.2.2'), ada.emailAddress, ada.password);
  expect(await textOf(store)).toContain('Hello, Ada.');
  await limited.close();
});
