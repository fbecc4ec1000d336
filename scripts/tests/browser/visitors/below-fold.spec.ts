import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/fixtures';
import { expectToLookAt, headerLink } from '../../helpers/sections';

// Content that stands far below a low screen is laid out after the first paint; no visitor may notice.

declare global {
  interface Window {
    /** Values of `data-below` of the document, and whether the page had been painted. */
    seen: [below: string | null, isPainted: boolean][];
  }
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.seen = [];
    const note = () => {
      const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
      window.seen.push([document.documentElement.dataset['below'] ?? null, isPainted]);
    };
    const filter = { attributeFilter: ['data-below'], subtree: true };
    new MutationObserver(note).observe(document, filter);
  });
}

const seen = (page: Page) => page.evaluate(() => window.seen);

/** Keeps the page as first painted: it is never idle, so it shows no more. */
const neverIdle = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 } });

  test('the first paint does not wait for what is far below', async ({ page }) => {
    await watch(page);
    await page.goto('/');
    await expect(page.locator('html')).not.toHaveAttribute('data-below');
    expect(await seen(page)).toEqual([
      ['2', false],
      ['1', true],
      [null, true],
    ]);
    await expect(page.locator('#contact')).toBeVisible();
  });

  test('a page that is never idle shows all of it', async ({ page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = new Proxy(window.requestIdleCallback, {
        apply: (_request, _window, [run, options]: Parameters<typeof requestIdleCallback>) =>
          options?.timeout === undefined ? 0 : window.setTimeout(run, options.timeout),
      });
    });
    await page.goto('/');
    await expect(page.locator('html')).not.toHaveAttribute('data-below');
    await expect(page.locator('#contact')).toBeVisible();
  });

  for (const address of ['/#contact', '/#:~:text=Annual']) {
    test(`${address} has the whole page at once`, async ({ page }) => {
      await watch(page);
      await page.goto(address);
      await expect(page.locator('#contact')).toBeVisible();
      expect(await seen(page)).toEqual([]);
    });
  }

  test('a reloaded page keeps its scroll position', async ({ page, allowConsole }) => {
    // A typeface that is optional may show from the second visit on, and lines break elsewhere in it.
    allowConsole(/Failed to load resource/);
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto('/');
    // Hidden content has an estimated height, from which scrolling is off.
    await expect(page.locator('html')).not.toHaveAttribute('data-below');
    await page.locator('#contact').scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    await watch(page);
    await page.reload();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
    expect(await seen(page)).toEqual([]);
  });

  test('a link to what is below leads there at once', async ({ page }) => {
    await neverIdle(page);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-below', '1');
    await page.getByRole('button', { name: 'Menu' }).click();
    await headerLink(page, 'Contact').click();
    await expectToLookAt(page, 'contact');
  });

  test('the End key leads to the end', async ({ page }) => {
    await neverIdle(page);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-below', '1');
    // Chromium takes a scroll back whose key is let go before the next frame, on any page that is busy.
    await page.keyboard.down('End');
    await expect(page.locator('html')).not.toHaveAttribute('data-below');
    await expect(page.getByRole('contentinfo')).toBeInViewport();
    await page.keyboard.up('End');
    await expect(page.getByRole('contentinfo')).toBeInViewport();
  });
});

test.describe('on a tall screen', () => {
  test.use({ viewport: { width: 1280, height: 1600 } });

  test('the prices are painted with the rest', async ({ page }) => {
    await neverIdle(page);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-below', '1');
    await expect(page.getByRole('heading', { name: 'Free', exact: true })).toBeVisible();
    await expect(page.locator('#contact')).toBeVisible();
  });
});
