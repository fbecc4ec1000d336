import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { readdirSync, existsSync } from 'node:fs';
import path from 'node:path';
const [root, dist, out, rounds = '1'] = process.argv.slice(2);
const { compose } = await import(path.join(root, 'scripts/compose/compose.ts'));
const load = async (app) => {
  const home = path.join(dist, app, readdirSync(path.join(dist, app))[0]);
  const manifest = JSON.parse(await readFile(path.join(home, 'release.json'), 'utf8'));
  return { manifest, readServer: () => readFile(path.join(home, 'server.cjs'), 'utf8'),
    readRenderer: () => readFile(path.join(home, 'renderer.cjs'), 'utf8'),
    readFile: (name) => readFile(path.join(home, 'browser', name)) };
};
const releases = Object.fromEntries(await Promise.all(['host', 'pricing', 'signup'].map(async (app) => [app, await load(app)])));
const { parsePrices } = await import(path.join(root, 'shared/src/contracts/plans.ts'));
const pricesFile = '/tmp/prices.json';
const prices = existsSync(pricesFile) ? JSON.parse(await readFile(pricesFile, 'utf8')) : null;
const cpu = () => { const a = process.cpuUsage(); return (a.user + a.system) / 1e6; };
const times = (await import('node:os'));
const { readFileSync } = await import('node:fs');
const all = () => { const f = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' '); return (+f[11] + +f[12] + +f[13] + +f[14]) / 100; };
for (let i = 0; i < +rounds; i++) {
  const began = performance.now(), c = all();
  const { id, pages } = await compose({ releases, prices, basePath: '', indexable: true, settings: { siteUrl: 'https://shop.example.com' } });
  const wall = performance.now() - began; await new Promise((r) => setTimeout(r, 400));
  console.log(id, (wall / 1000).toFixed(2), (all() - c).toFixed(2) + ' s cpu');
  if (i === 0 && out) { await mkdir(out, { recursive: true }); for (const [n, b] of pages) await writeFile(path.join(out, n), b); }
}
