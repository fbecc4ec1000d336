import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser } from '../testing/open-browser';
import { startSite } from '../testing/site';
import { drawIcons } from '../lab/pictures/icons';
import { drawSharePicture } from '../lab/pictures/share-picture';

/*
 * `npm run pictures`: draws host/public's icons from favicon.svg and the picture of link previews from
 * the site itself. They are committed, since a build must not need a browser; run it when the stall,
 * the promise or the mark has changed.
 */
const publicFolder = path.join(import.meta.dirname, '../../host/public');

async function drawPictures(): Promise<void> {
  const site = await startSite();
  const browser = await openBrowser();
  try {
    const svg = await readFile(path.join(publicFolder, 'favicon.svg'), 'utf8');
    const pictures = await drawIcons(browser, svg);
    pictures.set('share.png', await drawSharePicture(browser, site.url));
    for (const [name, content] of pictures) {
      await writeFile(path.join(publicFolder, name), content);
      process.stdout.write(`host/public/${name}: ${(content.length / 1024).toFixed(1)} KB\n`);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

drawPictures().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
