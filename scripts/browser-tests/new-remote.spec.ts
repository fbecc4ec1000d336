import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../testing/fixtures';
import { copyRepository, removeCopy } from '../testing/repository-copy';
import { startSite } from '../testing/site';

const run = promisify(execFile);

test.use({ baseURL: undefined });

test('a new remote is made by one command, and stands in the page', async ({ page }) => {
  const copy = await copyRepository();
  try {
    const store = { SITE_DIR: join(copy, '.site'), DATA_DIR: join(copy, '.data') };
    const command = async (...words: readonly string[]) =>
      run(process.execPath, ['--import', 'tsx', ...words], {
        cwd: copy,
        env: { ...process.env, ...store },
      });
    await command('scripts/commands/new.ts', 'reviews');
    const publish = ['publish', '--all', '--over-budget', 'A third section on the landing page'];
    await command('scripts/commands/release.ts', ...publish);
    const site = await startSite(store, copy);
    try {
      await page.goto(site.url);
      const section = page.locator('#reviews');
      await expect(section.getByRole('heading', { name: 'The reviews' })).toBeVisible();
      await expect(section.getByRole('link', { name: 'Open your shop' })).toHaveAttribute(
        'href',
        '/signup',
      );
      const marks = () =>
        page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
      await section.scrollIntoViewIfNeeded();
      await expect.poll(marks).toContain('hydrated:reviews/ReviewsSection');
    } finally {
      // Pictures that are still on their way would miss their server.
      await page.close();
      await site.stop();
    }
  } finally {
    await removeCopy(copy);
  }
});
