import type { Page, Request } from '@playwright/test';
import { telemetryPath } from '@composed/contracts/telemetry';

/**
 * Hides a page, which then sends its telemetry. It would do so when it is closed, too, but then without the header with
 * the visitor’s address.
 * @returns the request
 */
export async function telemetrySent(page: Page): Promise<Request> {
  const sent = page.waitForRequest((request) => request.url().endsWith(telemetryPath));
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  return sent;
}
