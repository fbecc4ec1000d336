import path from 'node:path';
import { aLiveSite, aSiteFolder } from '@composed/testing/release/folder-site';

test('in a repository of one app a command need not name it', async () => {
  const site = await aLiveSite();
  const alone = site.again({ apps: ['pricing'] });
  const out = path.join(aSiteFolder(), 'maps');
  for (const words of [['preview', '--name', 'spring'], ['publish'], ['rollback']]) {
    alone.sources.set('pricing', words.join(' '));
    expect(await alone.runCommandLine(...words)).toMatchObject({ code: 0, err: '' });
    const [action] = words;
    const changes = [expect.objectContaining({ app: 'pricing' })];
    expect((await alone.ledger()).history.at(-1)).toMatchObject({ action, changes });
  }
  const { live } = await alone.ledger();
  expect(Object.keys(live?.releases ?? {})).toEqual(['host', 'pricing', 'signup']);
  expect((await alone.runCommandLine('maps', '--out', out)).out).toContain(
    'source maps of pricing',
  );
});
