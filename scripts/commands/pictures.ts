import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { terminal } from '../platform/output';
import { drawReadmePicture, drawSharePicture } from '../lab/screenshots/pictures';
import { openBrowser } from '../tests/helpers/open-browser';
import { startSite } from '../tests/helpers/site';
import { provideForTests } from '../platform/setup/browser.mjs';
import { runProgram } from '../platform/terminal';

/*
 * `npm run pictures`: draws the pictures of link previews and of the README from the site itself. They are
 * committed, since a build must not need a browser; run it when the stall, the promise or the mark has changed.
 */
const pictures = [
  ['host/public/share.png', drawSharePicture],
  ['scripts/lab/screenshots/site.png', drawReadmePicture],
] as const;

runProgram(
  'npm run pictures --',
  'draw the pictures of link previews and of the README from the site',
  (program) =>
    program.action(async () => {
      await provideForTests('Chromium');
      await using site = await startSite();
      await using browser = await openBrowser();
      for (const [file, draw] of pictures) {
        await writeFile(
          path.join(import.meta.dirname, '../..', file),
          await draw(browser, site.url),
        );
        terminal.write(`${file} is drawn.\n`);
      }
    }),
);
