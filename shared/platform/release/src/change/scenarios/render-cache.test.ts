import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { glob } from 'tinyglobby';
import { aSiteFolder } from '@composed/testing/release/folder-site';
import { aGrowingSite } from '@composed/testing/release/growing-site';
import { describeWithGateway } from '@composed/testing/store/s3-gateway';
import { readLedger } from '../../ledger/ledger';
import { BucketStore } from '../../store/bucket-store';
import { FolderStore } from '../../store/folder-store';
import type { Store } from '../../store/store';
import { verifySite } from '../../inspect/verify/verify';

// Releases that the real engine renders, in a real store.

/** A site that records what each command has rendered. */
function aSite(store?: Store) {
  const root = aSiteFolder();
  let daysLater = 0;
  const { site, work } = aGrowingSite(
    root,
    { remotes: 2, pages: 1 },
    store ?? new FolderStore(path.join(root, 'site')),
    { now: () => new Date(Date.now() + daysLater * 86_400_000) },
  );
  /** Types a command. */
  const type = async (...words: string[]) => {
    work.rendered = [];
    const { code, err } = await site.runCommandLine(...words);
    return { code, err, rendered: [...work.rendered].sort() };
  };
  const edit = (app: string, text: string) => void site.sources.set(app, text);
  const verify = async (isFresh: boolean) =>
    (await verifySite(site.tool, await readLedger(site.tool.store), isFresh)).damages;
  const wait = (days: number) => void (daysLater += days);
  return { root, type, edit, verify, wait };
}

test('a command renders only modules that were not rendered before', async () => {
  const { type, edit, verify } = aSite();
  const renders = async (command: string) => {
    const { code, err, rendered } = await type(...command.split(' '));
    expect(`${command}: ${code} ${err}`).toBe(`${command}: 0 `);
    return rendered;
  };
  expect(await renders('publish --all')).toEqual(['pricing', 'remote-0']);
  edit('pricing', 'v2');
  expect(await renders('publish pricing')).toEqual(['pricing']);
  expect(await renders('rollback pricing')).toEqual([]);
  edit('remote-0', 'v2');
  expect(await renders('publish remote-0 --canary 20')).toEqual(['remote-0']);
  expect(await renders('canary 50')).toEqual([]);
  expect(await renders('promote')).toEqual([]);
  edit('host', 'another renderer');
  // A rollback of remote-0 is composed as well, which brings back its earlier release.
  expect(await renders('publish host')).toEqual(['pricing', 'remote-0', 'remote-0']);
  edit('remote-0', 'v3');
  // A rollback of the host is composed as well, which has another renderer.
  expect(await renders('publish remote-0')).toEqual(['remote-0', 'remote-0']);
  expect(await renders('rollback host')).toEqual([]);
  expect(await renders('verify')).toEqual([]);
  expect(await renders('verify --fresh')).toEqual(['pricing', 'remote-0']);
  expect(await verify(true)).toEqual([]);
});

test('a module that reads the time is rendered each time', async () => {
  const { type, edit } = aSite();
  edit('pricing', 'time');
  expect((await type('publish', '--all')).rendered).toEqual(['remote-0']);
  edit('remote-0', 'v2');
  expect((await type('publish', 'remote-0')).rendered).toEqual(['remote-0']);
});

test('a module with damaged cached markup is rendered again', async () => {
  const { root, type, edit, verify } = aSite();
  await type('publish', '--all');
  const kept = await glob('site/releases/pricing/*/markup/*.json', { cwd: root, absolute: true });
  expect(kept).toHaveLength(1);
  for (const file of kept) await writeFile(file, '{"integrity":"sha384-none","content":{}}');
  edit('remote-0', 'v2');
  expect((await type('publish', 'remote-0')).rendered).toEqual(['pricing', 'remote-0']);
  expect(await verify(true)).toEqual([]);
});

const commands = [
  'publish pricing 1',
  'publish pricing 2',
  'publish remote-0 1',
  'publish remote-0 2',
  'publish host renderer-1',
  'publish host renderer-2',
  'publish pricing time',
  'rollback pricing',
  'rollback host',
  'publish remote-0 3 --canary 20',
  'promote',
  'abort',
  'prune --keep-days 10',
];
/** `npm run soak` sets SOAK. */
const isSoak = Boolean(process.env['SOAK']);
const sequences = fc.array(fc.constantFrom(...commands), { minLength: 6, maxLength: 6 });

/** Runs random commands, some of which are refused. The live pages must then be those that are composed anew. */
async function holds(sequence: readonly string[], store?: Store) {
  const { type, edit, verify, wait } = aSite(store);
  expect(await type('publish', '--all')).toMatchObject({ code: 0 });
  for (const command of sequence) {
    const [name = '', app = '', text = '', ...flags] = command.split(' ');
    wait(7);
    if (name === 'publish') edit(app, text);
    const words = name === 'publish' ? [name, app, ...flags] : command.split(' ');
    const { code, err } = await type(...words);
    expect(`${command}: ${code} ${err}`).not.toMatch(/: 2 |fault of|\bError\b/);
  }
  expect(await verify(false)).toEqual([]);
  expect(await verify(true)).toEqual([]);
}

test('pages are the same with and without the render cache, after any commands', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, (sequence) => holds(sequence)),
    { numRuns: isSoak ? 20 : 1 },
  );
});

// ../../store/store.test.ts proves that both stores do the same.
if (isSoak)
  describeWithGateway('in a bucket', 'kept', () => {
    test('pages are the same with and without the render cache', async () => {
      let sites = 0;
      const aStore = () => new BucketStore({ bucket: 'kept', prefix: `site-${(sites += 1)}/` });
      await fc.assert(
        fc.asyncProperty(sequences, (sequence) => holds(sequence, aStore())),
        { numRuns: 20 },
      );
    });
  });
