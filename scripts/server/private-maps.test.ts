import path from 'node:path';
import { hasNginx } from '../setup/browser.mjs';
import { freePort } from '../testing/free-port';
import { aFolderSite, type FolderSite } from '../testing/release/a-folder';
import { runNginxOn } from '../testing/running-nginx';

let site: FolderSite;

beforeAll(async () => {
  site = aFolderSite({ environment: { siteUrl: null, pricesUrl: null } });
  await site.publishAll();
});

/** Every address that a map, or a folder of maps, may be guessed at. */
async function guesses(): Promise<string[]> {
  const { store } = site.tool;
  const maps = (await store.list('releases/')).filter(({ key }) => key.endsWith('.map'));
  expect(maps).toHaveLength(6);
  return maps.flatMap(({ key }) => {
    const [, app = '', version = ''] = key.split('/');
    const file = path.posix.basename(key);
    return [
      ...[key, `private/${key}`, `assets/${key}`, `assets/${app}/${file}`],
      ...[`assets/${app}/maps/${file}`, `assets/..%2f${key}`, `assets/../${key}`, `${key}.br`],
      ...[`preview/${key}`, `maps/${file}`, file, `releases/${app}/${version}/maps/`],
    ].map((guess) => `/${guess}`);
  });
}

/** Addresses that hand something out that a source stands in. */
async function leaks(origin: string): Promise<string[]> {
  const answers = (await guesses()).map(async (guess) => {
    const answer = await fetch(origin + guess);
    const text = await answer.text();
    return answer.status === 200 || /sourcesContent|say\(1\)/.test(text) ? [guess] : [];
  });
  return (await Promise.all(answers)).flat();
}

(hasNginx() ? test : test.skip)('nginx hands out no source map', async () => {
  const port = await freePort();
  const siteUrl = 'http://localhost';
  const nginx = await runNginxOn([port], { siteDir: site.folder, siteUrl });
  try {
    expect(await leaks(`http://127.0.0.1:${port}`)).toEqual([]);
  } finally {
    await nginx.stop();
  }
});
