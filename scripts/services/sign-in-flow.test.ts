import { signInPath } from '@shopwright/shared/contracts/site-links';
import {
  startServicesProcess,
  stopServicesProcesses,
  type ServicesProcess,
} from '../testing/services/child-process';
import { removeTemporaryFolders, temporaryFolder } from '../testing/services/temporary-folder';
import { ada, createAccount, signIn, textOf, Visitor } from '../testing/services/visitor';

const dataDir = temporaryFolder();
let server: ServicesProcess;
/** What the first process wrote before it was killed. */
let earlierErrors = '';

beforeAll(async () => {
  server = await startServicesProcess({ dataDir });
  expect((await createAccount(server.url, ada)).status).toBe(201);
});

afterAll(async () => {
  await server.stop('SIGTERM');
  stopServicesProcesses();
  removeTemporaryFolders();
});

test('an account that was just created signs in and lands on its store', async () => {
  const visitor = new Visitor(server.url);
  const page = await visitor.visit(signInPath);
  expect(page.status).toBe(200);
  expect(new URL(visitor.visited.at(-1) ?? '').pathname).toMatch(/^\/identity\/sign-in\//);

  const store = await visitor.submit(await page.text(), {
    email: 'ADA@example.com ',
    password: ada.password,
  });
  expect(visitor.visited.at(-1)).toBe(`${server.url}/store`);
  expect(await textOf(store)).toContain('Hello, Ada.');
});

test('no address on the way holds the password or the email', async () => {
  const visitor = new Visitor(server.url);
  await signIn(visitor, ada.emailAddress, ada.password);
  expect(visitor.visited.join()).not.toMatch(/horse|ada@|ada%40/i);
});

test('every cookie of the sign-in is closed to scripts and to other sites', async () => {
  const visitor = new Visitor(server.url);
  await signIn(visitor, ada.emailAddress, ada.password);
  expect(visitor.received.length).toBeGreaterThan(4);
  for (const header of visitor.received) {
    expect(header).toMatch(/; httponly/i);
    expect(header).toMatch(/; samesite=lax/i);
  }
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

test('the pages allow no scripts and no style but their own', async () => {
  const page = await new Visitor(server.url).visit(signInPath);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
});

test('after signing out, the store asks for the password again', async () => {
  const visitor = new Visitor(server.url);
  const store = await signIn(visitor, ada.emailAddress, ada.password);
  const out = await visitor.request('/store/sign-out', { method: 'POST' });
  expect(out.status).toBe(303);
  expect(await store.text()).toContain('action="/store/sign-out"');
  expect(await textOf(await visitor.visit('/store'))).toContain('Password');
});

test('a visitor who is signed in is not asked again', async () => {
  const visitor = new Visitor(server.url);
  await signIn(visitor, ada.emailAddress, ada.password);
  expect(await textOf(await visitor.visit(signInPath))).toContain('Hello, Ada.');
});

test.each([
  ['a forged code', '/login/oauth2/code/keycloak?code=forged&state=forged'],
  ['no parameters', '/login/oauth2/code/keycloak'],
  ['a refusal', '/login/oauth2/code/keycloak?error=access_denied&state=x'],
])('a callback with %s opens nothing', async (_name, address) => {
  const visitor = new Visitor(server.url);
  await visitor.visit(signInPath);
  const answer = await visitor.visit(address);
  expect(answer.status).toBe(400);
  expect(await textOf(answer)).toContain('Please sign in again');
  expect(visitor.received.join()).not.toContain('store_session');
});

test('a callback that worked once does not work again', async () => {
  const visitor = new Visitor(server.url);
  await signIn(visitor, ada.emailAddress, ada.password);
  const callback = visitor.visited.find((address) => address.includes('/login/oauth2/code'));
  expect((await visitor.visit(callback ?? '')).status).toBe(400);
  expect((await new Visitor(server.url).visit(callback ?? '')).status).toBe(400);
});

test("another visitor's sign-in page is of no use", async () => {
  const visitor = new Visitor(server.url);
  await visitor.visit(signInPath);
  const stolen = new Visitor(server.url);
  expect((await stolen.visit(visitor.visited.at(-1) ?? '')).status).toBe(400);
});

test('an authorization request for any other client or address is refused on the spot', async () => {
  const visitor = new Visitor(server.url);
  for (const query of [
    'client_id=other&response_type=code&scope=openid',
    'client_id=store-ui&response_type=code&scope=openid&redirect_uri=https://evil.example/',
    'client_id=store-ui&response_type=token&scope=openid',
  ]) {
    const answer = await visitor.request(`/identity/auth?${query}`);
    expect(answer.headers.get('location') ?? '').not.toContain('evil');
    if (answer.status === 400) expect(await answer.text()).toContain('Please sign in again');
    else expect(answer.headers.get('location')).toContain(`${server.url}/login/oauth2/code/`);
  }
});

test('a client cannot choose the host in the addresses of the provider', async () => {
  const answer = await fetch(`${server.url}/identity/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  });
  const text = await answer.text();
  expect(text).not.toContain('evil');
  expect(JSON.parse(text)).toMatchObject({ issuer: `${server.url}/identity` });
});

test('accounts, sessions and keys survive a kill and a restart', async () => {
  const visitor = new Visitor(server.url);
  await signIn(visitor, ada.emailAddress, ada.password);
  const started = new Visitor(server.url);
  const form = await (await started.visit(signInPath)).text();

  const port = Number(new URL(server.url).port);
  await server.stop('SIGKILL');
  earlierErrors = server.errors();
  server = await startServicesProcess({ dataDir, port });

  expect(await textOf(await visitor.visit('/store'))).toContain('Hello, Ada.');
  expect(await textOf(await visitor.visit(signInPath))).toContain('Hello, Ada.');
  const finished = await started.submit(form, { email: ada.emailAddress, password: ada.password });
  expect(await textOf(finished)).toContain('Hello, Ada.');
});

test('behind https every cookie is secure and every address is the public one', async () => {
  const publicUrl = 'https://shop.example.com';
  const behind = await startServicesProcess({ dataDir: temporaryFolder(), publicUrl });
  const visitor = new Visitor(behind.url);
  const start = await visitor.request('/oauth2/authorization/keycloak');
  const authorize = new URL(start.headers.get('location') ?? '');
  expect(authorize.origin).toBe(publicUrl);
  const page = await visitor.request(authorize.pathname + authorize.search);
  const signInPage = await visitor.request(page.headers.get('location') ?? '');
  expect(signInPage.headers.get('strict-transport-security')).toBe('max-age=63072000');
  for (const header of visitor.received) expect(header).toMatch(/; secure/i);
  const names = visitor.received.map((header) => header.replace(/=.*/s, ''));
  expect(names).toContain('__Host-store_sign_in');
  expect(names.every((name) => /^__(?:Host|Secure)-/.test(name))).toBe(true);
  await behind.stop('SIGTERM');
});

test.each([
  '/identity/AUTH',
  '/Identity/auth',
  '/identity/auth/',
  '/identity/token',
  '/identity/x',
])('the provider is not reached by %s', async (path) => {
  const answer = await new Visitor(server.url).request(`${path}?client_id=store-ui`);
  expect([400, 404]).toContain(answer.status);
  expect(await answer.text()).not.toContain('Sign in to');
});

test('nothing is kept of an authorization request that no sign-in here has begun', async () => {
  const visitor = new Visitor(server.url);
  const start = await visitor.request('/oauth2/authorization/keycloak');
  const authorize = new URL(start.headers.get('location') ?? '');
  const elsewhere = new Visitor(server.url);
  for (const other of [elsewhere, visitor]) {
    const query = new URLSearchParams(authorize.search);
    if (other === visitor) query.set('state', 'x'.repeat(43));
    const answer = await other.request(`/identity/auth?${query.toString()}`);
    expect(answer.status).toBe(400);
  }
  const long = await visitor.request(
    `${authorize.pathname}${authorize.search}&x=${'x'.repeat(2000)}`,
  );
  expect(long.status).toBe(414);
  expect(elsewhere.received).toEqual([]);
  const asked = await visitor.request(authorize.pathname + authorize.search);
  expect(asked.status).toBe(303);
});

test('nothing but refused sign-ins is written to the console', () => {
  const lines = (earlierErrors + server.errors()).split('\n').filter(Boolean);
  expect(lines.filter((line) => !line.includes(' warn sign-in refused '))).toEqual([]);
});
