import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { hasGateway } from '@composed/command/browser.mjs';
import { expect, test } from '../helpers/fixtures';
import { ownRepositories } from '../helpers/own-repository';
import {
  counter,
  expectNew,
  expectRecovery,
  expectShown,
  labelOf,
} from '../helpers/remote-section';
import { scriptsOf, sectionOf } from '../helpers/remote-section';
import { gatewayEnvironment, startGateway } from '@composed/testing/store/s3-gateway';
import { expectSameDocument, markDocument } from '../helpers/sections';
import { unchecked } from '../helpers/team';

// Two remotes in folders outside of the checkout, with nothing of it but the packed packages, and one in it. The store
// is a bucket, where there is a gateway.
test.describe.configure({ mode: 'serial' });
// Pages here load scripts from other origins, which a header of the test's would turn into preflights.
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

/** Rspack builds the first, webpack the second; each with the file that its exposed module is in. */
const remotes = [
  { name: 'tests-reviews', component: 'TestsReviewsSection', module: 'TestsReviewsSection' },
  { name: 'tests-questions', component: 'TestsQuestionsSection', module: 'entry' },
] as const;
const [reviews, questions] = remotes;
type Remote = (typeof remotes)[number];

let repositories: Awaited<ReturnType<typeof ownRepositories>>;
let stopGateway = (): unknown => undefined;

test.beforeAll(async () => {
  let environment = {};
  if (hasGateway()) {
    const gateway = await startGateway();
    await gateway.createBucket('site');
    environment = { ...gatewayEnvironment(gateway.url), SITE_STORE: 's3://site/shop' };
    stopGateway = gateway.stop;
  }
  const made = [
    { name: reviews.name, words: ['--bundler', 'rspack'] },
    { name: questions.name },
    { name: 'tests-opinions', isHere: true },
  ];
  repositories = await ownRepositories(made, environment);
});

test.afterEach(({ page }) => page.close());

test.afterAll(async () => {
  await repositories.stop();
  await stopGateway();
});

const fileOf = ({ name, component }: Remote) => repositories.at(name, `src/${component}.tsx`);

/** Gives a remote’s component state, a toast of the host’s and this heading. Pressed three times, it throws as it renders. */
function edit(remote: Remote, heading: string, more = ''): Promise<void> {
  const { name, component } = remote;
  const text = `import { useState } from 'react';
import type { PropsOf } from '@shopwright/shared/contracts/provides';
import { toasts } from '@shopwright/shared/toasts';
import { Button, ButtonLink } from '@shopwright/shared/ui/Button';
import type manifest from '../package.json';
import styles from './${component}.module.css';

const thanks = { kind: 'success', title: 'Thank you', message: 'Somebody reads it.' } as const;

export default function ${component}({ links }: PropsOf<typeof manifest, './${component}'>) {
  const [count, setCount] = useState(0);
  if (count > 2) throw new Error('Pressed too often.');
  return (
    <div data-boundary="${name}" className={styles['section']}>
      <h2>${heading}</h2>
      <Button onClick={() => setCount(count + 1)}>Pressed {count} times</Button>
      <Button onClick={() => toasts.show(thanks)}>Send</Button>
      <ButtonLink href={links.signUp}>Open your shop</ButtonLink>
    </div>
  );
}
${more}`;
  return writeFile(fileOf(remote), text);
}

async function publish(remote: Remote, heading: string, ...words: readonly string[]) {
  await edit(remote, heading);
  await repositories.release(remote.name, 'publish', remote.name, ...words, ...unchecked);
}

test('a host starts with rows for remotes that nobody has published yet', async ({ page }) => {
  await expectNew(page, repositories.team.site.url, 'tests-opinions');
  for (const { name } of remotes) await expect(sectionOf(page, name)).toHaveCount(0);
});

test('a remote goes from nothing to live in a repository of its own', async ({ page }) => {
  await repositories.release(reviews.name, 'publish', reviews.name);
  await repositories.command(repositories.at(reviews.name), 'npm', 'test');
  await repositories.release(questions.name, 'publish', questions.name, ...unchecked);
  for (const { name } of remotes) await expectNew(page, repositories.team.site.url, name);
});

for (const remote of remotes) {
  const { name, module } = remote;

  test(`${name} has the host’s React and toasts, survives what remotes must, and goes back`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^error: /);
    const { url } = repositories.team.site;
    // Builds of both bundlers take the same way to visitors.
    if (remote === questions) await publish(remote, 'First edition');
    else {
      await edit(remote, 'First edition');
      await repositories.release(name, 'preview', name, '--name', 'first');
      await expectShown(page, `${url}/preview/first/`, { ...remote, heading: 'First edition' });
      await publish(remote, 'First edition', '--canary', '50');
      await expectShown(page, url, { ...remote, heading: labelOf(name), visitorBucket: '99' });
      await expectShown(page, url, { ...remote, heading: 'First edition', visitorBucket: '00' });
      await repositories.release(name, 'promote');
      await page.context().clearCookies();
    }
    await expectShown(page, url, { ...remote, heading: 'First edition' });

    const scripts = scriptsOf(page);
    await expectRecovery(page, url, { name, file: 'entry', status: 404 });
    await sectionOf(page, name).getByRole('button', { name: 'Send' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Somebody reads it.' });
    await expect(toast).toBeVisible();
    const within = await toast.evaluate((element) => element.closest('[data-boundary]'));
    expect(within).toBeNull();
    const allScripts = (await scripts()).join('\n');
    // The name that React calls the place of its internals, and the store's first words; each is written once.
    expect(allScripts.match(/\.__CLIENT_INTERNALS_\w+=/g)).toHaveLength(1);
    expect(allScripts.match(/`toast-\$|"toast-"/g)).toHaveLength(1);

    await counter(page, name).click();
    await counter(page, name).click();
    await expect(sectionOf(page, name).getByRole('heading')).toBeVisible();
    await sectionOf(page, name).getByRole('button', { name: 'Try again' }).click();
    await expect(counter(page, name)).toHaveText('Pressed 0 times');
    await expectRecovery(page, url, { name, file: module, status: 200 });

    await repositories.release(name, 'rollback', name);
    await expectShown(page, url, { ...remote, heading: labelOf(name) });
  });
}

/** An edit shows and the page’s state stays, even if the file was built while it was empty. */
async function editAndSee(page: Page, remote: Remote, part: string, heading: string) {
  const button = page.locator(part).getByRole('button', { name: /^Pressed/ });
  await button.click();
  await expect(button).toHaveText('Pressed 1 times');
  await markDocument(page);
  await writeFile(fileOf(remote), '');
  await expect(page.frameLocator('iframe').getByText('This file is empty.')).toBeVisible();
  await edit(remote, heading);
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(button).toHaveText('Pressed 1 times');
  await expectSameDocument(page);
}

const builtInSite = /as it is here is ready at (\S+)/;

test('the remote of Rspack runs alone, and as its build in the site', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const here = repositories.at(reviews.name);
  const { site } = repositories.team;
  {
    await using alone = await repositories.start(here, ['start']);
    // While types are checked for the first time.
    await edit(reviews, 'Mine', "const wrong: number = 'text';\nvoid wrong;\n");
    await page.goto(alone.address);
    await expect(page.frameLocator('iframe').getByText('error TS2322')).toBeVisible();
    await edit(reviews, 'Mine');
    await expect(page.locator('iframe')).toHaveCount(0);
    await editAndSee(page, reviews, 'main', 'Edited alone');
    await page.goto('about:blank');
  }
  {
    await using stories = await repositories.start(here, ['run', 'stories']);
    await page.goto(stories.address);
    await expect(page.getByRole('heading', { name: 'Edited alone' })).toBeVisible();
  }
  await using built = await repositories.start(here, ['run', 'dev', '--', site.url], builtInSite);
  await expectShown(page, built.address, { ...reviews, heading: 'Edited alone' });
  await page.close();
});

test('the remote of webpack runs alone, and as its build in the site', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const here = repositories.at(questions.name);
  {
    await using alone = await repositories.start(here, ['start']);
    await page.goto(alone.address);
    await editAndSee(page, questions, 'main', 'Edited alone');
    await page.goto('about:blank');
  }
  await using built = await repositories.start(
    here,
    ['run', 'dev', '--', repositories.team.site.url],
    builtInSite,
  );
  await expectShown(page, built.address, { ...questions, heading: 'Edited alone' });
  expect(said.join('\n')).not.toContain('hydration failed');

  // Broken, both say where.
  await writeFile(fileOf(questions), 'const broken = <;');
  await page.goto(built.address);
  await expect(page.getByText(`${questions.component}.tsx`)).toBeVisible();
  expect(built.output()).toContain(`${questions.component}.tsx`);
  await edit(questions, 'Mended');
  await expectShown(page, built.address, { ...questions, heading: 'Mended' });
  await page.close();
});
