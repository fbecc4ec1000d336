import path from 'node:path';
import type { Browser } from 'playwright-core';
import { readSettings } from '@composed/command/environment';
import { terminal } from '@composed/command/output';
import { freePort } from '@composed/http/operations/free-port';
import { createCompressor } from '@composed/release/store/compress';
import { FolderStore } from '@composed/release/store/folder-store';
import { serveSite } from '@composed/server/serve/server';
import { siteServices } from '@shopwright/services';
import { startTractorStore } from '../../tests/helpers/tractor-store';
import { again } from './again';
import { readBenchmarkIndex } from './lighthouse';
import { traceVisit } from './main-thread';
import { conditionNames, conditions } from './metrics';
import { phone, slowdownTo } from './phones';
import type { Table } from './report';
import { putChanged } from './sites';
import { compareRounds, formatSummary, summarize, type Unit } from './statistics';
import { withoutScripts } from './variants';
import { visit } from './visit';

/* The product page of the sample shop, of three teams and two frameworks, beside the same page without scripts. */

const page = '/product/AU-01';
const parts = ['page', 'decide/ProductPage', 'checkout/AddToCart', 'explore/Recommendations'];

/** @param folder is empty; holds the site without scripts */
export async function measureShop(
  browser: Browser,
  folder: string,
  rounds: number,
): Promise<Table> {
  const shop = await startTractorStore();
  const [siteDir, dataDir] = [path.join(folder, 'site'), path.join(folder, 'data')];
  const tool = { store: new FolderStore(shop.at('.site')), compress: createCompressor(folder) };
  await putChanged(tool, siteDir, withoutScripts);
  const settings = { ...readSettings({}), siteDir, dataDir, port: await freePort() };
  const bare = await serveSite(settings, siteServices);
  try {
    const slowdown = slowdownTo(phone, await readBenchmarkIndex(bare.url));
    const metrics = new Map<string, { unit: Unit; own: number[]; base: number[] }>();
    const note = (title: string, unit: Unit, own: number, base: number) => {
      const values = metrics.get(title) ?? { unit, own: [], base: [] };
      values.own.push(own);
      values.base.push(base);
      metrics.set(title, values);
    };
    // The first visits also load what browser and servers load once.
    for (let round = 0; round <= rounds; round += 1) {
      for (const condition of conditionNames) {
        const go = (site: string, part: string | null) =>
          again(() => visit(browser, { url: site + page, condition, slowdown, part }));
        const [own, base] = [await go(shop.url, 'decide/ProductPage'), await go(bare.url, null)];
        if (round === 0) continue;
        const { title } = conditions[condition];
        note(`First paint; ${title}`, 'ms', own.fcp, base.fcp);
        note(`Largest paint; ${title}`, 'ms', own.lcp, base.lcp);
        note('HTML with its styles, compressed', 'bytes', own.html, base.html);
        note('Script, compressed', 'bytes', own.script, base.script);
      }
      if (round === 0) continue;
      const own = await again(() => traceVisit(shop.url + page, parts));
      const base = await again(() => traceVisit(bare.url + page, []));
      note('Main thread until quiet', 'ms', own.busy, base.busy);
      terminal.write(`the shop, round ${round} of ${rounds}\n`);
    }
    return {
      title: 'The product page of the Tractor Store: three teams, React and Vue, parts in a part',
      head: ['', 'Composed', 'No scripts', 'Composed − no scripts'],
      rows: [...metrics].map(([title, { unit, own, base }]) => [
        title,
        ...[summarize(own), summarize(base), compareRounds(own, base, unit)].map((each) =>
          formatSummary(each, unit),
        ),
      ]),
    };
  } finally {
    await bare.close();
    await shop.stop();
  }
}
