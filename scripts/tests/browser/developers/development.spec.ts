import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { freePort } from '@composed/http/operations/free-port';
import { startCommand } from '@composed/testing/server/start-process';
import { copyRepository, removeCopy } from '../../helpers/repository-copy';
import { proxyOfPorts } from '../../helpers/over-tls';
import { snapshot } from '@composed/testing/release/served-files';
import { expectSameDocument, markDocument } from '../../helpers/sections';

// Commands that a remote's developer runs, in a copy of the repository whose sources the tests edit and put back.
test.describe.configure({ mode: 'serial' });
// Pages here load scripts from other origins, which a header of the test's would turn into preflights.
test.use({ baseURL: undefined, extraHTTPHeaders: {}, ignoreHTTPSErrors: true });

let copy = '';
let stop: () => Promise<unknown> = () => Promise.resolve();
let output = () => '';
/** Port of the host’s dev server; those of the remotes follow it. */
let devPort = 0;

test.beforeAll(async () => {
  copy = await copyRepository();
  // Three ports in a row, in a range that the system gives nobody.
  devPort = 20_000 + 3 * Math.floor(Math.random() * 3000);
});

/** Lines of the console, in which the dev servers' clients report edits. */
let said: string[] = [];

test.beforeEach(({ page }) => {
  said = [];
  page.on('console', (message) => said.push(message.text()));
});

test.afterEach(async ({ page }, testInfo) => {
  // Shown when a test fails.
  await testInfo.attach('terminal', { body: output() });
  await testInfo.attach('console', { body: said.join('\n') });
  // An edit makes a section load its prices again, which must not ask a server that has gone.
  await page.close();
});

test.afterAll(() => stop().then(() => removeCopy(copy)));

/** Runs an npm command in the copy, in place of the last one, until it prints its address. */
async function run(words: readonly string[], ready: RegExp, devUrl = ''): Promise<string> {
  await stop();
  const ports = { PORT: String(await freePort()), DEV_PORT: String(devPort), DEV_URL: devUrl };
  const command = await startCommand(copy, words, ready, ports);
  ({ output, stop } = command);
  return command.address;
}

/**
 * Writes a source file of the copy in one step. A watcher of a file that is written to, or of its folder while
 * another file comes in, may see two changes, and build twice.
 */
async function write(file: string, text: string): Promise<void> {
  const outside = join(copy, '.edited');
  await writeFile(outside, text);
  await rename(outside, join(copy, file));
}

/** Changes a source file of the copy. */
async function edit(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8');
  expect(text).toContain(before);
  await write(file, text.replace(before, after));
}

const lead = 'Start free. Move up when your shop does.';
const lede = 'Five fields, all needed, and the stall is standing.';
const devMessages = /\[webpack-dev-server\]|\[HMR\]|React DevTools/;

const overlay = (page: Page) => page.getByRole('complementary', { name: 'Review overlay' });

const typeMessage = (page: Page) => page.getByLabel('Subject').fill('typed before the edit');

const devOverlay = (page: Page) => page.frameLocator('#webpack-dev-server-client-overlay');

test('a remote runs alone; an error is shown once in terminal and page, and keeps the state', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const alone = await run(['start', '-w', 'remote-pricing'], /pricing is ready at (\S+)/);
  await page.goto(alone);
  await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$29.00');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Annual billing' }).click();
  await markDocument(page);
  const file = 'remote-pricing/src/PricingSection.tsx';
  const text = await readFile(join(copy, file), 'utf8');
  const end = text.lastIndexOf('}');
  const change = (edited: string) => write(file, edited);
  await change(`${text.slice(0, end)}${text.slice(end + 1)}`);
  await expect(devOverlay(page).getByText("'}' expected")).toBeVisible();
  await expect.poll(output).toContain('compiled with 1 error');
  expect(output().match(/^\[pricing\] ERROR in/gm)).toHaveLength(1);
  expect(output()).toContain("'}' expected");
  await change(text.replace(lead, 'Mended.'));
  await expect(page.getByText('Mended.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Annual billing' })).toBeChecked();

  await change(`${text}\nconst wrong: number = 'text';\nvoid wrong;\n`);
  const typeError = "error TS2322: Type 'string' is not assignable";
  await expect(devOverlay(page).getByText(typeError)).toBeVisible();
  expect(output()).toMatch(new RegExp(`^\\[types\\] ${file}.*${typeError}`, 'm'));
  const later = await page.context().newPage();
  await later.goto(alone);
  await expect(devOverlay(later).getByText(typeError)).toBeVisible();
  await later.close();
  const styles = 'remote-pricing/src/PricingSection.module.css';
  await edit(styles, 'color: var(--text-quiet);', 'color: rgb(1 2 3);');
  await expect(page.getByText(lead)).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(devOverlay(page).getByText(typeError)).toHaveCount(1);
  await edit(styles, 'color: rgb(1 2 3);', 'color: var(--text-quiet);');
  const printed = output().length;
  await change(text);
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect.poll(() => output().slice(printed)).toContain('compiled success');
  await expect(page.getByRole('switch', { name: 'Annual billing' })).toBeChecked();
  await expectSameDocument(page);

  const last = text.lastIndexOf('  return (');
  // Types fail at the same time, which neither hides.
  const thrower = "  if (document) throw new Error('thrown in render', 1);\n";
  await change(text.slice(0, last) + thrower + text.slice(last));
  // The line of the source, counted from one.
  const position = `src/PricingSection.tsx:${text.slice(0, last).split('\n').length}`;
  const told = `Error: thrown in render (${position})`;
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  await expect.poll(output).toContain(`[pricing] In the page: ${told}`);
  await expect(devOverlay(page).getByText('error TS2559')).toBeVisible();
  await change(text);
  await expect(page.getByRole('alert').filter({ hasText: told })).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('an edit in a remote keeps the state of the host’s page, behind a proxy with TLS', async ({
  page,
  allowConsole,
}, testInfo) => {
  allowConsole(devMessages);
  allowConsole(/update failed: Error: thrown in render/);
  const proxy = await proxyOfPorts(testInfo.outputDir);
  const readyLine = /whole site is ready at (https:\S+)/;
  const url = await run(['run', 'dev'], readyLine, `https://{port}.dev.localhost:${proxy.port}`);
  await page.goto(url);
  await expect(overlay(page).getByText('In development: not live')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$29.00');
  await markDocument(page);
  await typeMessage(page);
  await page.getByRole('switch', { name: 'Annual billing' }).click();
  await edit('remote-pricing/src/PricingSection.tsx', lead, 'Edited across the boundary.');
  await expect(page.getByText('Edited across the boundary.')).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('typed before the edit');
  await expect(page.getByRole('switch', { name: 'Annual billing' })).toBeChecked();

  await edit('host/src/landing/Features.tsx', 'Everything behind', 'Edited behind');
  await expect(page.getByText('Edited behind the counter.')).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('typed before the edit');
  await expectSameDocument(page);
  const hook = 'const noticeId = useId();';
  const thrower = `${hook}\n  if (document) throw new Error('thrown in render');`;
  await edit('remote-pricing/src/PricingSection.tsx', hook, thrower);
  const told =
    /pricing \.\/PricingSection: update failed: Error: thrown in render \(src\/PricingSection\.tsx:\d+\)/;
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  await expect.poll(output).toMatch(told);
  await edit('remote-pricing/src/PricingSection.tsx', thrower, hook);
  await expect(page.getByRole('alert').filter({ hasText: told })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.getByLabel('Subject')).toHaveValue('typed before the edit');
  await expectSameDocument(page);
  // Every app builds it, and one says so.
  const common = 'shared/src/ui/Button.tsx';
  const mark = output().length;
  const good = "kind = 'primary', href";
  const bad = 'kind = , href';
  await edit(common, good, bad);
  await expect(devOverlay(page).getByText('Button.tsx').first()).toBeVisible();
  const ends = () =>
    output()
      .slice(mark)
      .match(/compiled with \d+ errors?/g);
  await expect.poll(ends).toHaveLength(3);
  expect(
    output()
      .slice(mark)
      .match(/\] ERROR in .*Button\.tsx/g),
  ).toHaveLength(1);
  await expect(page.locator('iframe')).toHaveCount(1);
  await edit(common, bad, good);
  await expect(page.locator('iframe')).toHaveCount(0);
  await edit('remote-pricing/src/PricingSection.tsx', 'Edited across the boundary.', lead);
  await edit('host/src/landing/Features.tsx', 'Edited behind', 'Everything behind');
  proxy.close();
});

test('a local build of one remote is shown in the composed site, which stays unchanged', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/^Remote rendered anew/);
  allowConsole(/thrown in render/);
  const command = ['run', 'dev', '--', 'pricing'];
  const address = await run(command, /working copy of pricing is ready at (\S+)/);
  await page.goto(address.replace('localhost', '127.0.0.1'));
  await expect(page).toHaveURL(`${address}/`);
  const live = await snapshot(join(copy, '.site'));
  await edit('remote-signup/src/SignupPage.tsx', lede, 'Not for visitors yet.');
  await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$29.00');
  await edit('remote-pricing/src/PricingSection.tsx', lead, 'Edited in the site.');
  await page.reload();
  await expect(page.getByText('Edited in the site.')).toBeVisible();
  const hook = 'const noticeId = useId();';
  // A type error beside it stops no build.
  const thrower = `${hook}\n  if (document) throw new Error('thrown in render', 1);`;
  await edit('remote-pricing/src/PricingSection.tsx', hook, thrower);
  await page.reload();
  const told =
    /pricing \.\/PricingSection: render failed: Error: thrown in render \(remote-pricing\/src\/PricingSection\.tsx:\d+\)/;
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  const line = new RegExp(String.raw`^\[pricing\] In the page: ${told.source}$`, 'm');
  await expect.poll(output).toMatch(line);
  expect(output()).toMatch(/^Built pricing again · /m);
  await edit('remote-pricing/src/PricingSection.tsx', thrower, hook);
  await page.reload();
  await expect(page.getByText('Edited in the site.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: told })).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  await expect(page.getByText(lede)).toBeVisible();
  expect(await snapshot(join(copy, '.site'))).toBe(live);
});
