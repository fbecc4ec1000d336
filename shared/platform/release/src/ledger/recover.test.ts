import { aLiveSite } from '@composed/testing/release/folder-site';
import { readLedger, writeNextLedger } from './ledger';
import { finishPruning } from './recover';

test('a file that was published during a prune is restored', async () => {
  const site = await aLiveSite();
  await site.publish('pricing', 'v2');
  const { store } = site.tool;
  const move = store.move.bind(store);
  const moving = jest.spyOn(store, 'move').mockImplementationOnce(async (from, to) => {
    // Another process changes the ledger between the look and the move.
    await writeNextLedger(store, ledger, {});
    await move(from, to);
  });
  const before = await store.list('assets/pricing/');
  const ledger = await readLedger(store);
  const keys = before.map(({ key }) => key);
  await finishPruning(store, { ...ledger, pruning: keys });
  expect(moving).toHaveBeenCalled();
  expect(await store.list('assets/pricing/')).toEqual(before);
  expect(await store.list('trash/')).toEqual([]);
});
