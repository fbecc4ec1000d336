import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '../testing/fixtures';
import { startUpstream } from '../testing/upstream';
import { observePage } from './fault-gallery/observations';

// A page whose connection pauses in the middle: what can be read already stays where it is.

const pieces = 12;

for (const path of ['/', '/signup', '/terms']) {
  test(`${path} stands still however its HTML comes`, async ({ page, site, request }) => {
    const html = await (await request.get(path)).text();
    const [start, end] = [html.indexOf('<main'), html.indexOf('</main>')];
    let cut = 0;
    const proxy = await startUpstream((response, asked) => {
      void (async () => {
        const answer = await fetch(site.url + asked);
        response.writeHead(answer.status, {
          'Content-Type': answer.headers.get('Content-Type') ?? '',
          'Content-Security-Policy': answer.headers.get('Content-Security-Policy') ?? '',
        });
        if (asked !== path) return response.end(Buffer.from(await answer.arrayBuffer()));
        response.write(html.slice(0, cut));
        await sleep(200);
        return response.end(html.slice(cut));
      })();
    });
    await page.addInitScript(observePage);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const shifts = [];
    for (let piece = 1; piece < pieces; piece += 1) {
      cut = Math.round(start + ((end - start) * piece) / pieces);
      await page.goto(proxy.url + path, { waitUntil: 'load' });
      shifts.push(await page.evaluate(() => window.observations.shift));
    }
    expect(shifts).toEqual(shifts.map(() => 0));
    await page.close();
    await proxy.stop();
  });
}
