import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../testing/open-browser';
import { startSite } from '../testing/site';
import { wideFrom } from '../testing/states/state';
import { states } from '../testing/states/states';
import { takeReadmePicture } from '../lab/screenshots/readme-picture';
import { sizes, takeState } from '../lab/screenshots/take';

/*
 * `npm run screenshots [-- --to <folder>] [--only <text>] [--site <address>]`: a screenshot of every page in
 * every state, at every size, light and dark, and the picture of the README. Without an address it starts
 * a site of its own; `--only` takes the states whose name holds the text.
 */
const readmePicture = path.join(import.meta.dirname, '../lab/screenshots/site.png');
/** Pages that are open at the same time. */
const parallel = 2;

const { values: options } = parseArgs({
  options: {
    to: { type: 'string', default: '.reports/screenshots' },
    only: { type: 'string', default: '' },
    site: { type: 'string' },
  },
});

async function screenshots(): Promise<void> {
  const folder = path.resolve(options.to);
  await mkdir(folder, { recursive: true });
  const jobs = states
    .filter(({ name }) => name.includes(options.only))
    .flatMap((state) => sizes.map((size) => ({ state, size })))
    .filter(({ state, size }) => !state.narrowOnly || size.width < wideFrom);
  if (jobs.length === 0) throw new Error(`No state's name holds "${options.only}".`);

  const site = options.site === undefined ? await startSite() : null;
  const siteUrl = options.site ?? site?.url ?? '';
  const browser = await openBrowser();
  try {
    let taken = 0;
    const waiting = [...jobs];
    const work = async (): Promise<void> => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        await takeState(browser, siteUrl, folder, job.state, job.size);
        taken += 1;
        process.stdout.write(`${taken}/${jobs.length} ${job.state.name} ${job.size.width} px\n`);
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    if (options.only === '') await takeReadmePicture(browser, siteUrl, readmePicture);
  } finally {
    await browser.close();
    await site?.stop();
  }
  process.stdout.write(`The screenshots are in ${folder}\n`);
}

screenshots().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
