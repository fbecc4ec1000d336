import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { composed } from '@composed/testing/server/child';
import { expect, test } from '../helpers/fixtures';
import { developing, ownRepositories } from '../helpers/own-repository';
import { counter, expectNew, expectShown, labelOf, sectionOf } from '../helpers/remote-section';
import { expectSameDocument, markDocument } from '../helpers/sections';

// Two remotes of `npm run new -- … --bundler vite`: one in a repository of its own, and one in the host's.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const names = ['tests-ratings', 'tests-replies'] as const;
const [apart, here] = names;
const options = ['--bundler', 'vite'];

let own: Awaited<ReturnType<typeof ownRepositories>>;

test.beforeAll(async () => {
  own = await ownRepositories([
    { name: apart, words: options },
    { name: here, words: options, isHere: true },
  ]);
});

test.afterAll(() => own.stop());

/** Starts the site of an address with the remote of the other repository as it is there. */
const startInSite = () =>
  own.start(
    own.at(apart),
    ['run', 'dev', '--', own.team.site.url],
    /as it is here is ready at (\S+)/,
  );

test('it is tested and published where it lives, and stands beside the remotes of webpack', async ({
  page,
}) => {
  await own.command(own.at(apart), 'npm', 'test');
  await expect(startInSite()).rejects.toThrow(`shows no release of ${apart} of ES modules`);
  await own.release(apart, 'publish', apart);
  for (const name of names) {
    await expectNew(page, own.team.site.url, name);
    await counter(page, name).click();
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
  }
  await expect(page.locator('[data-slot="pricing/PricingSection"]')).toBeVisible();
});

/** The page has the build, and with the next load the next one; a source that cannot be built says where. */
async function developInSite(page: Page, address: string, name: string, file: string) {
  const edit = await developing(file);
  await edit(labelOf(name), 'Edited in the site');
  await expectShown(page, address, { name, heading: 'Edited in the site' });
  await counter(page, name).click();
  await expect(counter(page, name)).toHaveText('Pressed 1 times');
  await edit('return', "throw new Error('Thrown as it is rendered.');\n  return");
  await page.reload();
  await expect(sectionOf(page, name).getByRole('button', { name: 'Try again' })).toBeVisible();
  const source = file.replace(/^.*\/src\//, 'src/');
  const told = new RegExp(String.raw`Thrown as it is rendered\. \(.*${source}:\d+\)`);
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  await edit('return', 'return <');
  await page.reload();
  await expect(page.getByText(source)).toBeVisible();
  await edit('', '');
  await expectShown(page, address, { name, heading: labelOf(name) });
}

test('it is developed inside the site of an address, and of the store', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  {
    await using built = await startInSite();
    const file = own.at(apart, 'src/TestsRatingsSection.tsx');
    await developInSite(page, built.address, apart, file);
    await page.goto('about:blank');
  }
  const words = ['exec', '-c', `node ${composed} dev ${here}`];
  await using built = await own.start(own.team.copy, words, /as it is here is ready at (\S+)/);
  const file = join(own.team.copy, `remote-${here}/src/TestsRepliesSection.tsx`);
  await developInSite(page, built.address, here, file);
  await page.goto('about:blank');
});

/** An edit shows in place: the document, its state and what is typed stay. A library of React’s has the same React. */
async function editInPlace(
  page: Page,
  { name, file }: { readonly name: string; readonly file: string },
  start: () => ReturnType<typeof own.start>,
) {
  const text = await readFile(file, 'utf8');
  const form = `<Formik initialValues={{ note: '' }} onSubmit={() => undefined}>
        <Field name="note" aria-label="Note" />
      </Formik>`;
  const before = `import { Field, Formik } from 'formik';\n${text.replace('<a ', `${form}\n      <a `)}`;
  await writeFile(file, before);
  await using server = await start();
  await page.goto(server.address);
  const note = page.getByLabel('Note', { exact: true });
  await note.fill('typed before the edit');
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await markDocument(page);
  await writeFile(file, before.replaceAll(labelOf(name), 'Edited in place'));
  await expect(page.getByRole('heading', { name: 'Edited in place' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible();
  await expect(note).toHaveValue('typed before the edit');
  await expectSameDocument(page);
  await writeFile(file, text);
  await page.goto('about:blank');
}

test('it runs alone, where an edit keeps the state of the page', async ({ page, allowConsole }) => {
  allowConsole(/./);
  const file = own.at(apart, 'src/TestsRatingsSection.tsx');
  await editInPlace(page, { name: apart, file }, () => own.start(own.at(apart), ['start']));
});

test('an edit in it shows inside the host’s page, which keeps its state', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const file = join(own.team.copy, `remote-${here}/src/TestsRepliesSection.tsx`);
  const words = ['exec', '-c', `node ${composed} dev`];
  const start = () => own.start(own.team.copy, words, /whole site is ready at (\S+)/);
  await editInPlace(page, { name: here, file }, start);
});
