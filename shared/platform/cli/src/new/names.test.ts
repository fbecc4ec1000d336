import { copyCheckout } from '@composed/testing/apps/checkout';
import { rm } from 'node:fs/promises';
import { requireApp, findApps } from '@composed/apps';
import { identifierPrefixOf, remoteGlobal } from '@composed/contracts/remote-names';
import { memoryFolder, temporaryFolder } from '@composed/build/jest/temporary-folder';
import * as fc from 'fast-check';
import { aLiveSite } from '@composed/testing/release/folder-site';
import { fakeRelease, releaseFolder } from '@composed/testing/release/fake-release';
import { addRemote } from './add-remote';

/** Names that `npm run new` takes. */
const names = fc
  .stringMatching(/^[a-z][a-z0-9]{0,8}(?:-[a-z0-9]{1,8}){0,4}$/)
  .filter((name) => !['host', 'pricing', 'default', 'remote-entries'].includes(name));

const isIdentifier = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

test('a remote of any name that is allowed goes from "new" to live', async () => {
  const site = await aLiveSite();
  const goesLive = async (name: string) => {
    const root = temporaryFolder(memoryFolder);
    copyCheckout(root);
    await addRemote(root, name);
    const { name: app, exposes, source } = requireApp(name, findApps(root));
    const made = fakeRelease(app, name);
    const entryPoint = { scripts: [made.manifest.entry], styles: [] };
    const modules = Object.keys(exposes).map((expose) => [expose, entryPoint] as const);
    const manifest = {
      ...made.manifest,
      exposes: Object.fromEntries(modules),
      global: remoteGlobal(app),
      source,
    };
    const folder = await releaseFolder(temporaryFolder(memoryFolder), { ...made, manifest });
    const { code, err } = await site.runCommandLine('publish', '--from', folder);
    expect([code, err]).toEqual([0, '']);
    const { live } = await site.ledger();
    expect(Object.keys(live?.releases ?? {})).toContain(name);
    expect((await site.runCommandLine('remove', name)).code).toBe(0);
    await rm(root, { recursive: true });
  };
  await fc.assert(fc.asyncProperty(names, goesLive), {
    numRuns: 30,
    examples: [['made-for-tests'], ['a-1'], [`l${'o'.repeat(48)}g`]],
  });
});

test('the global of a remote is an identifier, and no two remotes have one', () => {
  const pair = fc.uniqueArray(names, { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(pair, (some) => {
      const globals = some.map(remoteGlobal);
      expect(globals.filter((name) => !isIdentifier(name))).toEqual([]);
      expect(new Set(globals).size).toBe(some.length);
    }),
    { examples: [[['a-b', 'ab', 'a-b-c', 'a-bc']]] },
  );
});

test('React’s ids of two modules differ, whatever the hyphens in their names', () => {
  expect(identifierPrefixOf('a/b-C')).not.toBe(identifierPrefixOf('a-b/C'));
});
