import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../platform/errors';
import { terminal } from '../platform/output';
import { parsePath } from '../platform/release/option-parsers';
import { sizes, takeState } from '../lab/screenshots/take';
import { openBrowser } from '../tests/helpers/open-browser';
import { startSite } from '../tests/helpers/site';
import { provideForTests } from '../platform/setup/browser.mjs';
import { runProgram } from '../platform/terminal';
import { states, wideFrom } from '../tests/helpers/states';

runProgram(
  'npm run screenshots --',
  'every page in every state, at every size, light and dark',
  (program) =>
    program
      .option('--to <folder>', 'for the pictures', parsePath, '.reports/screenshots')
      .option('--only <text>', 'states whose name holds it', '')
      .action(async (options) => {
        const folder = path.resolve(options.to);
        await mkdir(folder, { recursive: true });
        const chosen = states.filter(({ name }) => name.includes(options.only));
        if (chosen.length === 0) throw new UsageError(`No state's name holds "${options.only}".`);

        await provideForTests('Chromium');
        await using site = await startSite();
        await using browser = await openBrowser();
        for (const [index, state] of chosen.entries()) {
          const shown = sizes.filter(({ width }) => !state.narrowOnly || width < wideFrom);
          await Promise.all(shown.map((size) => takeState(browser, site.url, folder, state, size)));
          terminal.write(`${index + 1}/${chosen.length} ${state.name}\n`);
        }
        terminal.write(`The screenshots are in ${folder}\n`);
      }),
);
