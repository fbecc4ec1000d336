import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { composed } from '@composed/testing/server/start-process';
import { expect, test } from '../../helpers/fixtures';
import { prepareEdits } from '@composed/testing/sample-sites/repository';
import { ownRepositories } from '../../helpers/own-repository';
import { counter, expectShown, sectionOf } from '@composed/testing/browser/remote-section';
import { expectNew, labelOf, sectionHydrated } from '../../helpers/remote-section';
import { expectSameDocument, markDocument } from '../../helpers/sections';

// Two remotes of `npm run new -- … --bundler vite`: one in a repository of its own, and one in the host's.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const names = ['tests-ratings', 'tests-replies'] as const;
const [apart, here] = names;
const options = ['--bundler', 'vite'];

let repositories: Awaited<ReturnType<typeof ownRepositories>>;

test.beforeAll(async () => {
  repositories = await ownRepositories([
    { name: apart, words: options },
    { name: here, words: options, isHere: true },
  ]);
});

test.afterAll(() => repositories.stop());

/** Starts the site of an address with the remote of the other repository as it is there. */
const startInSite = () =>
  repositories.start(
    repositories.at(apart),
    ['run', 'dev', '--', repositories.team.site.url],
    /working copy of \S+ is ready at (\S+)/,
  );

test('it is tested and published in its repository, and works beside remotes of webpack', async ({
  page,
}) => {
  await repositories.command(repositories.at(apart), 'npm', 'test');
  await expect(startInSite()).rejects.toThrow(`has no ES-module release of ${apart}`);
  await repositories.release(apart, 'publish', apart);
  for (const name of names) {
    await expectNew(page, repositories.team.site.url, name);
    await counter(page, name).click();
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
  }
  await expect(page.locator('[data-slot="pricing/PricingSection"]')).toBeVisible();
});

/** The page has the build, and with the next load the next one; a source that cannot be built says where. */
async function developInSite(page: Page, address: string, name: string, file: string) {
  const edit = await prepareEdits(file);
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

test('its dev command shows it inside the site of an address and of the store', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  {
    await using built = await startInSite();
    const file = repositories.at(apart, 'src/TestsRatingsSection.tsx');
    await developInSite(page, built.address, apart, file);
    await page.goto('about:blank');
  }
  const words = ['exec', '-c', `node ${composed} dev ${here}`];
  await using built = await repositories.start(
    repositories.team.copy,
    words,
    /working copy of \S+ is ready at (\S+)/,
  );
  const file = join(repositories.team.copy, `remote-${here}/src/TestsRepliesSection.tsx`);
  await developInSite(page, built.address, here, file);
  await page.goto('about:blank');
});

/** An edit shows in place: the document, its state and what is typed stay. A library of React’s has the same React. */
async function editInPlace(
  page: Page,
  { name, file }: { readonly name: string; readonly file: string },
  start: () => ReturnType<typeof repositories.start>,
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
  const file = repositories.at(apart, 'src/TestsRatingsSection.tsx');
  await editInPlace(page, { name: apart, file }, () =>
    repositories.start(repositories.at(apart), ['start']),
  );
});

test('an edit in it shows inside the host’s page, which keeps its state', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const file = join(repositories.team.copy, `remote-${here}/src/TestsRepliesSection.tsx`);
  const words = ['exec', '-c', `node ${composed} dev`];
  const start = () =>
    repositories.start(repositories.team.copy, words, /whole site is ready at (\S+)/);
  await editInPlace(page, { name: here, file }, start);
});

/** The section of the remote in its own repository, with a library, a picture and a lazy chunk. */
const grown = {
  'TestsRatingsSection.tsx': `import { lazy, Suspense, useState } from 'react';
import { format } from 'date-fns';
import stall from './stall.svg';
import type { PropsOf } from '@shopwright/shared/contracts/provides';
import type packageJson from '../package.json';
import styles from './TestsRatingsSection.module.css';

type Props = PropsOf<typeof packageJson, './TestsRatingsSection'>;

const Later = lazy(() => import('./Later'));

export default function TestsRatingsSection({ links }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div data-boundary="${apart}" className={styles.section}>
      <h2>Rated on {format(new Date(2026, 0, 2), 'd MMMM yyyy')}</h2>
      <img src={stall} alt="A stall" width="40" height="40" />
      <button type="button" onClick={() => setOpen(true)}>More</button>
      <a href={links.home}>To the first page</a>
      {isOpen && <Suspense fallback={null}><Later /></Suspense>}
    </div>
  );
}
`,
  'Later.tsx': `import { addDays, format } from 'date-fns';

export default function Later() {
  return <p>Rated again on {format(addDays(new Date(2026, 0, 2), 1), 'd MMMM yyyy')}</p>;
}
`,
  'stall.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>',
};

test('it is published and prerendered with a library, a picture and a lazy chunk', async ({
  page,
}) => {
  const folder = repositories.at(apart);
  // Packages of the repository are links, which npm would replace.
  const installed = await mkdtemp(join(folder, '.date-fns-'));
  const words = ['install', '--no-audit', '--no-fund', '--prefix', installed, 'date-fns@4.4.0'];
  await promisify(execFile)('npm', words, { cwd: installed });
  await rename(join(installed, 'node_modules/date-fns'), join(folder, 'node_modules/date-fns'));
  const description = await readFile(join(folder, 'package.json'), 'utf8');
  const packageText = description.replace('{', '{ "dependencies": { "date-fns": "4.4.0" },');
  await writeFile(join(folder, 'package.json'), packageText);
  for (const [file, text] of Object.entries(grown))
    await writeFile(join(folder, 'src', file), text);
  await repositories.release(apart, 'publish', apart, '--over-budget', 'It has a library');
  const readPage = async () => (await fetch(repositories.team.site.url)).text();
  await expect.poll(readPage).toContain('2 January 2026');
  await page.goto(repositories.team.site.url);
  await sectionHydrated(page, apart);
  await expect(page.getByText('Rated again')).toHaveCount(0);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByText('Rated again on 3 January 2026')).toBeVisible();
  const picture = page.getByAltText('A stall');
  const width = () =>
    picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
});
