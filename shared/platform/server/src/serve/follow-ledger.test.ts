import { readLedger } from '@composed/release/ledger';
import { aFolderSite } from '@composed/testing/release/folder-site';
import { createPublisherWatch } from './follow-ledger';

test('a killed publisher is logged, and so is the one that finished its work', async () => {
  const site = aFolderSite();
  const { store } = site.tool;
  const lines: string[] = [];
  const write = (level: string) => (facts: unknown, what?: unknown) =>
    void lines.push(`${level} ${String(what)} ${JSON.stringify(facts)}`);
  const lookAfter = createPublisherWatch(store, { info: write('info'), warn: write('warn') }, 0);
  const look = async () => lookAfter(await readLedger(store));

  await site.publishAll();
  const first = (await store.aliases()).get('live') ?? '';
  await look();
  expect(lines).toEqual([]);

  await site.publish('pricing', 'v2');
  await store.setAlias('live', first);
  await look();
  await look();
  await site.runCommandLine('compose');
  await look();
  await look();
  expect(lines).toEqual([
    'warn publish cut off {"revision":2}',
    'info publish taken over {"revision":2}',
  ]);
});
