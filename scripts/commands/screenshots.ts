import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { terminal } from '../output';
import { sizes, takeState } from '../lab/screenshots/take';
import { openBrowser } from '../testing/open-browser';
import { startSite } from '../testing/site';
import { runCommand } from '../terminal';
import { states, wideFrom } from '../testing/states';

/*
 * `npm run screenshots [-- --to <folder>] [--only <text>]`: a screenshot of every page in every state, at every
 * size, light and dark. `--only` takes the states whose name holds the text.
 */
runCommand(async (args) => {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      to: { type: 'string', default: '.reports/screenshots' },
      only: { type: 'string', default: '' },
    },
  });
  const folder = path.resolve(options.to);
  await mkdir(folder, { recursive: true });
  const chosen = states.filter(({ name }) => name.includes(options.only));
  if (chosen.length === 0) throw new Error(`No state's name holds "${options.only}".`);

  await using site = await startSite();
  await using browser = await openBrowser();
  for (const [index, state] of chosen.entries()) {
    const shown = sizes.filter(({ width }) => !state.narrowOnly || width < wideFrom);
    await Promise.all(shown.map((size) => takeState(browser, site.url, folder, state, size)));
    terminal.write(`${index + 1}/${chosen.length} ${state.name}\n`);
  }
  terminal.write(`The screenshots are in ${folder}\n`);
});
