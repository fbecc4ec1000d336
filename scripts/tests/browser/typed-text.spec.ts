import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { telemetryPath } from '@composed/contracts/telemetry';
import { readTelemetry } from '@composed/http/telemetry/counts';
import { expect, test } from '../helpers/fixtures';
import { field, fillIn, signUpButton } from '../helpers/new-visitor';
import { remoteHydrated } from '../helpers/sections';
import { ada, createAccount } from '../helpers/services/visitor';
import { startSite } from '../helpers/site';
import { visitorAddress } from '@composed/testing/server/visitor-address';
import { countTelemetry } from './change-site';

/** Letters of both cases and digits that stand nowhere else. */
const unguessable = () => {
  const text = randomBytes(12).toString('hex');
  return text.slice(0, 12).toUpperCase() + text.slice(12);
};
const unguessableAddress = () => `${unguessable()}@${unguessable()}.test`;

/** Any ten letters in a row of what was typed that stand in a text, in either case. */
function partIn(text: string, typed: Readonly<Record<string, string>>): string | undefined {
  const folded = text.toLowerCase();
  return Object.values(typed)
    .flatMap((value) => Array.from(value, (_, at) => value.slice(at, at + 10)))
    .find((part) => part.length === 10 && folded.includes(part.toLowerCase()));
}

async function startSignallingSite() {
  const site = await startSite({ LOG: 'json' });
  await countTelemetry(site);
  return site;
}

/** All requests and console lines of pages. Bodies of create calls, which carry what was typed, are left out. */
function listen(context: BrowserContext) {
  const told: string[] = [];
  const bodies: string[] = [];
  context.on('request', async (request) => {
    const isCreate = new URL(request.url()).pathname === createAccountPath;
    const body = request.postDataBuffer()?.toString('latin1') ?? '';
    (isCreate ? bodies : told).push(body);
    told.push(request.url(), JSON.stringify(await request.allHeaders().catch(() => ({}))));
  });
  context.on('console', (message) => told.push(message.text()));
  context.on('weberror', (webError) => told.push(String(webError.error().stack)));
  return { told, bodies };
}

const islandHydrated = (page: Page, name: string) =>
  page.waitForFunction(
    (island) => performance.getEntriesByName(`hydrated:${island}`).length > 0,
    name,
  );

/** From now on a function that gets a typed text, or a form with one, throws with that text. */
const breakFunction = (page: Page, name: 'split' | 'get', typed: Record<string, string>) =>
  page.evaluate(
    ([method, values]) => {
      const owner = method === 'get' ? FormData.prototype : String.prototype;
      const real = Reflect.get(owner, method) as (...args: never[]) => unknown;
      const value = function (this: unknown, ...args: never[]) {
        const result = real.apply(this, args);
        const text = String(method === 'get' ? result : this);
        const isTyped = values.some((each) => text.toLowerCase().includes(each.toLowerCase()));
        if (isTyped) throw new Error(`This is no text: ${text}`);
        return result;
      };
      Object.defineProperty(owner, method, { value });
    },
    [name, Object.values(typed)] as const,
  );

/** Has a page send its telemetry as if it were left. The next page belongs to another visitor. */
async function leave(page: Page) {
  const told = page.waitForRequest((request) => request.url().endsWith(telemetryPath));
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await told;
  await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': visitorAddress() });
}

test('nothing that is typed is told, whatever fails: in a request, the console, the log or the database', async ({
  page,
  context,
  perWorker,
  allowConsole,
}) => {
  const site = await perWorker('site that hears what fails', startSignallingSite);
  const { told, bodies } = listen(context);
  allowConsole(/ failed: |Failed to load|ERR_FAILED|409/);
  const telemetryScript = () => page.waitForResponse(/\/assets\/host\/telemetry\./);

  // The landing page, whose parts do not load.
  const card = {
    ...{ Name: unguessable(), Email: unguessableAddress() },
    ...{ Subject: unguessable(), Message: unguessable().repeat(20) },
  };
  const news = unguessableAddress();
  const contact = page.locator('#contact');
  const fillInForms = async () => {
    for (const [label, text] of Object.entries(card)) {
      await contact.getByLabel(label, { exact: true }).fill(text);
    }
    const subscribe = page.locator('form').filter({ hasText: 'Subscribe' });
    await subscribe.getByLabel('Email').fill(news);
  };
  await context.route(/\/subscription\/|\/assets\/pricing\/|\/assets\/host\/forms/, (route) =>
    route.abort(),
  );
  let signalling = telemetryScript();
  await page.goto(site.url);
  await fillInForms();
  await expect(page.getByText('The prices could not be loaded just now.')).toBeVisible();
  await signalling;
  await leave(page);

  // The parts load, and throw.
  await context.unrouteAll();
  signalling = telemetryScript();
  await page.goto(`${site.url}/`);
  await fillInForms();
  await islandHydrated(page, 'contact');
  await breakFunction(page, 'get', card);
  await contact.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => told.join()).toContain('script failed: Error: This is no text');
  await signalling;
  await leave(page);

  // The create call is refused, then lost. What draws toasts is unavailable. The remote throws twice.
  const visitor = {
    ...{ firstName: unguessable(), lastName: unguessable(), emailAddress: unguessableAddress() },
    ...{ password: unguessable(), repeatPassword: '' },
  };
  visitor.repeatPassword = visitor.password;
  const owner = { ...ada, emailAddress: visitor.emailAddress };
  expect((await createAccount(site.url, owner)).status).toBe(201);
  await context.route(/\/assets\/host\/toasts/, (route) => route.abort());
  signalling = telemetryScript();
  await page.goto(`${site.url}/signup`);
  await remoteHydrated(page);
  await fillIn(page, visitor);
  const refused = page.waitForResponse((response) => response.url().endsWith(createAccountPath));
  await signUpButton(page).click();
  expect((await refused).status()).toBe(409);
  const failed = page.getByText('What you typed is still here.');
  await expect(failed).toBeVisible();
  await context.route(`**${createAccountPath}`, (route) => route.abort());
  await signUpButton(page).click();
  await expect.poll(() => bodies.length).toBe(2);
  await expect(failed).toBeVisible();
  await breakFunction(page, 'split', visitor);
  await field(page, 'password').press('End');
  await page.keyboard.type('!');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await tryAgain.click();
  await expect(tryAgain).toBeVisible();
  await signalling;
  await leave(page);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));

  const stored = () => JSON.stringify(readTelemetry(site.dataDir, 0));
  await expect.poll(stored).toMatch(/no text.*no text/);
  // The line of a request may come a second later.
  await expect.poll(() => site.output().split(telemetryPath).length).toBeGreaterThan(3);
  const typed = { ...card, news, ...visitor };
  for (const body of bodies) expect(partIn(body, visitor)).toBeDefined();
  expect(partIn(told.join('\n'), typed), 'in a request or the console').toBeUndefined();
  expect(partIn(site.output(), typed), 'in the log').toBeUndefined();
  expect(partIn(kept, typed), 'in the storage of the browser').toBeUndefined();
  // The address has an account, of another name.
  const unknown = { ...typed, emailAddress: '' };
  for (const file of await readdir(site.dataDir)) {
    const bytes = await readFile(join(site.dataDir, file), 'latin1');
    expect(partIn(bytes, unknown), `in ${file}`).toBeUndefined();
  }
});
