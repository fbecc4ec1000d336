import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { hydrated } from '@composed/testing/browser/hydration';
import { hiddenWidth } from '../../helpers/sections';
import { missingPath, listPaths } from '../../helpers/run-site';

/** CSS pixels of letters, by what they are in. Zoom is a window of fewer CSS pixels. */
const sizesOf = (page: Page, selector: string) =>
  page.evaluate(
    (chosen) =>
      [...document.querySelectorAll(chosen)].map((element) =>
        Number.parseFloat(getComputedStyle(element).fontSize),
      ),
    selector,
  );

const readable = 'main :is(p, label, li, a, button, summary, input, textarea)';
const headings = 'main :is(h1, h2, h3, h4)';

for (const path of ['/', '/signup']) {
  test(`on ${path} text at 200 % is twice its size at every width, and headings from laptops on`, async ({
    page,
  }) => {
    await page.goto(path);
    await hydrated(page);
    const at = async (width: number, selector: string) => {
      await page.setViewportSize({ width, height: 900 });
      return sizesOf(page, selector);
    };
    for (const width of [640, 1280, 1440, 1920, 2560, 3840]) {
      const full = await at(width, readable);
      expect(await at(width / 2, readable), `${width} px, 200 %`).toEqual(full);
      expect(await at(width / 1.25, readable), `${width} px, 125 %`).toEqual(full);
      if (width < 1280) continue;
      const large = await at(width, headings);
      expect(await at(width / 2, headings), `${width} px, 200 %`).toEqual(large);
      expect(await at(width / 1.25, headings), `${width} px, 125 %`).toEqual(large);
    }
  });
}

test('the link to the top never covers a control', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  for (const width of [320, 390, 768, 820, 1024, 1280, 1366, 1376, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 768 });
    const covered = await page.evaluate(async () => {
      const found = new Set<string>();
      const top = document.querySelector('#scrollUp');
      const others = [...document.querySelectorAll('a, button, input, textarea, summary')].filter(
        (element) => element !== top && !element.closest('[popover]:not(:popover-open)'),
      );
      for (let y = 0; y < document.documentElement.scrollHeight; y += 64) {
        scrollTo({ top: y, behavior: 'instant' });
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const own = top?.getBoundingClientRect();
        if (!own) return ['no #scrollUp'];
        for (const element of others) {
          const box = element.getBoundingClientRect();
          const isApart =
            box.width === 0 ||
            box.right <= own.left ||
            box.left >= own.right ||
            box.bottom <= own.top ||
            box.top >= own.bottom;
          if (!isApart) found.add(element.outerHTML.slice(0, 80));
        }
      }
      return [...found];
    });
    expect([width, covered]).toEqual([width, []]);
  }
});

test('with words of 30 letters no page scrolls sideways on a phone', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/404/);
  for (const path of [...(await listPaths(site)), missingPath]) {
    await page.goto(path);
    await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode } = texts;
        const { parentElement, textContent } = currentNode;
        if (parentElement?.closest('script, style, noscript, svg')) continue;
        currentNode.textContent = (textContent ?? '').replace(
          /\S+/g,
          'Donaudampfschifffahrtsgesellsc',
        );
      }
    });
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const hidden = await hiddenWidth(page);
      expect([path, width, hidden]).toEqual([path, width, 0]);
    }
  }
});
