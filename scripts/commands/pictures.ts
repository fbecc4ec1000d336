import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawSharePicture } from '../lab/screenshots/share-picture';
import { openBrowser } from '../testing/open-browser';
import { startSite } from '../testing/site';
import { runCommand } from '../terminal';

/*
 * `npm run pictures`: draws the picture of link previews from the site itself. It is committed, since a
 * build must not need a browser; run it when the stall, the promise or the mark has changed.
 */
const file = path.join(import.meta.dirname, '../../host/public/share.png');

runCommand(async () => {
  await using site = await startSite();
  await using browser = await openBrowser();
  await writeFile(file, await drawSharePicture(browser, site.url));
  process.stdout.write(`${file} is drawn.\n`);
});
