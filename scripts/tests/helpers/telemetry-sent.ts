import type { Page, Request } from '@playwright/test';
import { telemetryPath } from '@composed/contracts/telemetry';

/**
 * Hides a page, which then tells of the visit. As it goes it would, too, but without the visitor’s address.
 * @returns what it sends
 */
export async function telemetrySent(page: Page): Promise<Request> {
  const sent = page.waitForRequest((request) => request.url().endsWith(telemetryPath));
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  return sent;
}
