import { expect, type Page } from '@playwright/test';

/** A release of a remote, recognised by its heading. */
interface ShownRelease {
  readonly name: string;
  readonly heading: string;
  /** The visitor's bucket while a canary runs. Without it, the server assigns a random one. */
  readonly visitorBucket?: string;
}

/** Loads the page until it shows a release, since a server follows its store with a delay. */
export async function expectShown(
  page: Page,
  url: string,
  { name, heading, visitorBucket }: ShownRelease,
): Promise<void> {
  if (visitorBucket)
    await page.context().addCookies([{ name: 'bucket', value: visitorBucket, url }]);
  await expect(async () => {
    await page.goto(url);
    const shownHeading = sectionOf(page, name).getByRole('heading', { name: heading });
    await expect(shownHeading).toBeVisible({ timeout: 2000 });
  }).toPass();
}

export const sectionOf = (page: Page, name: string) => page.locator(`#${name}`);
export const counter = (page: Page, name: string) =>
  sectionOf(page, name).getByRole('button', { name: /^Pressed/ });
