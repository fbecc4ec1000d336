import { ReleaseError } from '@composed/command/errors';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { fakeVersion, shortVersion } from '@composed/testing/release/fake-release';
import type { Store } from '../../store/store';

const v2 = fakeVersion('pricing', 'v2');
const short = shortVersion('pricing', 'v2');
let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
  site.sources.set('pricing', 'v2');
});

test('a canary is begun, enlarged and promoted by commands, and shown in status and history', async () => {
  await site.runCommandLine('settings', '--telemetry', '/_telemetry');
  const begun = await site.runCommandLine(
    'publish',
    'pricing',
    '--canary',
    '5',
    '--promote-after',
    '60m',
  );
  expect(begun.out).toContain(
    `pricing ${short} is a canary for 5 % of the visitors; the others stay`,
  );
  const { canary: first } = await site.ledger();
  expect(await site.status()).toContain(
    `Canary: pricing ${short} for 5 % of the visitors · just now by Ada · promoted after 60 min`,
  );
  const unjudged = 'Nobody judges it: no server that collects telemetry has written to the store';
  expect(await site.status()).toContain(unjudged);
  const grown = await site.runCommandLine('canary', '20', '--json');
  expect(JSON.parse(grown.out)).toMatchObject({ canary: { share: 20, version: v2 } });
  expect(await site.tool.store.aliases()).toContainEqual(['canary', `20-${first?.deployment}`]);
  expect(await site.damages()).toEqual([]);
  expect((await site.runCommandLine('promote')).out).toContain(
    `pricing ${short} is live for everybody.`,
  );
  expect((await site.ledger()).live?.deployment).toBe(first?.deployment);
  expect([...(await site.tool.store.aliases()).keys()]).toEqual(['live']);
  const { out } = await site.runCommandLine('history');
  expect(out).toMatch(/promote[^]*canary .* for 20 %[^]*canary .* for 5 %/);
  expect(JSON.parse((await site.runCommandLine('history', '--json')).out)).toMatchObject([
    { action: 'promote', deployment: first?.deployment },
    { action: 'canary', share: 20 },
    { action: 'canary', share: 5, promoteAfter: 60 },
    { action: 'settings' },
    { action: 'publish' },
  ]);
});

test('a publish of another app renews the canary, and verify finds a wrong alias', async () => {
  await site.runCommandLine('publish', 'pricing', '--canary', '5');
  const { canary: before } = await site.ledger();
  await site.publish('signup', 'v2');
  const { canary } = await site.ledger();
  expect(canary).toMatchObject({ version: v2, share: 5, releases: { pricing: v2 } });
  expect(canary?.releases['signup']).toBe(fakeVersion('signup', 'v2'));
  expect(canary?.deployment).not.toBe(before?.deployment);
  expect(await site.damages()).toEqual([]);
  await site.tool.store.setAlias('canary', `5-${before?.deployment}`);
  expect(await site.damages()).toMatchObject([{ key: 'canary' }]);
  expect(await site.status()).toContain('A command was interrupted;');
});

test('a canary that does not fit the next live site ends', async () => {
  await site.runCommandLine('publish', 'pricing', '--canary', '5');
  const { compose } = site.tool;
  const strict = site.again({
    compose: async (input) => {
      const { manifest } = input.releases['pricing'] ?? {};
      const { manifest: signup } = input.releases['signup'] ?? {};
      if (manifest?.version === v2 && signup?.version === fakeVersion('signup', 'v2')) {
        throw new ReleaseError({ app: 'pricing', version: v2, reason: 'no such props' });
      }
      return compose(input);
    },
  });
  await strict.publish('signup', 'v2');
  const { live, canary, history } = await site.ledger();
  expect(canary).toBeNull();
  expect(live?.releases['signup']).toBe(fakeVersion('signup', 'v2'));
  expect(history.at(-1)?.reason).toBe(`the canary ended: pricing ${v2}: no such props`);
  expect(await site.damages()).toEqual([]);
});

test('--promote-after is refused without a judge', async () => {
  const words = ['publish', 'pricing', '--canary', '5', '--promote-after', '60m'];
  const off = await site.runCommandLine(...words);
  expect([off.code, off.err]).toEqual([1, expect.stringContaining('Nobody judges canaries here')]);
  await site.runCommandLine('settings', '--telemetry', 'https://count.example/visits');
  expect((await site.runCommandLine(...words)).err).toContain('Nobody judges canaries here');
  await site.runCommandLine('publish', 'pricing', '--canary', '5');
  expect(await site.status()).toContain('Nobody judges it: telemetry is off, or goes elsewhere.');
});

/** Types a command, and acts as another process before the command can write. */
async function runAfterRace(words: readonly string[], other: () => Promise<unknown>) {
  let hasRaced = false;
  const { store } = site.tool;
  const slow: Store = Object.create(store, {
    swapLedger: {
      value: async (expected: number, text: string) => {
        if (!hasRaced) {
          hasRaced = true;
          await other();
        }
        return store.swapLedger(expected, text);
      },
    },
  }) as Store;
  const { code, err } = await site.again({ store: slow }).runCommandLine(...words);
  expect(hasRaced).toBe(true);
  return { code, err };
}

const changed = {
  code: 1,
  err: expect.stringContaining(
    'The canary changed meanwhile; look at "status" and try again.',
  ) as unknown,
};

const otherCommands = {
  'a publish of another app': () => site.publish('signup', 'v2'),
  'another canary': async () => {
    await site.runCommandLine('abort');
    await site.runPublishCommandLine('signup', 'v2', '--canary', '20');
  },
};

test.each([
  // Other pages would go live, though the release is the same.
  ['promote', 'a publish of another app', changed],
  ['abort', 'another canary', changed],
  ['canary 50', 'another canary', changed],
  ['abort', 'a publish of another app', { code: 0 }],
  ['canary 50', 'a publish of another app', { code: 0 }],
] as const)(
  '"%s" during %s applies only to the canary that the person saw',
  async (words, other, outcome) => {
    await site.runCommandLine('publish', 'pricing', '--canary', '5');
    let left: unknown;
    const ended = await runAfterRace(words.split(' '), async () => {
      await otherCommands[other]();
      left = (await site.ledger()).canary;
    });
    expect(ended).toMatchObject(outcome);
    if (outcome === changed) expect((await site.ledger()).canary).toEqual(left);
  },
);
