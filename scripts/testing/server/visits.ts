import { signalsPath, type Signals } from '@shopwright/shared/contracts/signals';
import type { Ledger, ReleaseSet } from '../../release/ledger';
import { visitorAddress } from '../visitor-address';

/**
 * Somebody who has been there before asks a server for a page, and tells of it as they leave it. The server has to
 * believe this machine about addresses (TRUSTED_PROXIES).
 * @param bucket of the visitor: 0 to 99, below the share of a canary for its visitors
 * @returns the status that the collector answers with
 */
export async function visitOnce(
  url: string,
  { host = '', ...others }: ReleaseSet,
  bucket: number,
  change: Partial<Signals> = {},
): Promise<number> {
  const body: Signals = {
    ...{ releases: { host, ...others }, faults: [], hydrated: { page: 500 }, complete: true },
    ...change,
  };
  const from = { 'x-forwarded-for': visitorAddress() };
  const sent = `bucket=${String(bucket).padStart(2, '0')}`;
  const document = await fetch(url, { headers: { ...from, cookie: sent } });
  const [cookie = sent] = document.headers.getSetCookie().filter((one) => one.startsWith('bucket'));
  const answer = await fetch(`${url}${signalsPath}`, {
    method: 'POST',
    headers: { ...from, 'content-type': 'text/plain', cookie: cookie.split(';')[0] ?? '' },
    body: JSON.stringify(body),
  });
  return answer.status;
}

/**
 * Twenty visits to a canary whose remote fails for each, and three times as many to what is live, at servers by
 * turns.
 * @param frames places of the fault
 */
export async function visitBrokenCanary(
  urls: readonly string[],
  { live, canary }: Ledger,
  ...frames: string[]
): Promise<void> {
  const { app = '', version = '', releases = {} } = canary ?? {};
  const fault = { app, version, expose: './Section', stage: 'render', cause: 'Error: no', frames };
  for (let n = 0; n < 60; n += 1) {
    const url = urls[n % urls.length] ?? '';
    if (n < 20) await visitOnce(url, releases, 7, { faults: [fault] });
    await visitOnce(url, live?.releases ?? {}, 70);
  }
}
