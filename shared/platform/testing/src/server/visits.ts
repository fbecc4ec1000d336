import { telemetryPath, type Telemetry } from '@composed/contracts/telemetry';
import { provenBucket } from '@composed/http/cookies/canary';
import type { Ledger, ReleaseSet } from '@composed/release/ledger';
import { allocationOf } from '@composed/http/calls/count-tries';
import { visitorAddress } from './visitor-address';
import { until } from './until';

/**
 * A returning visitor asks a server for a page, and reports the visit as they leave. The server has to believe this
 * machine about addresses (TRUSTED_PROXIES).
 * @param bucket of the visitor: 0 to 99, below the share of a canary for its visitors
 * @returns the status that the collector answers with
 */
export async function visitOnce(
  url: string,
  { host = '', ...others }: ReleaseSet,
  bucket: number,
  change: Partial<Telemetry> = {},
): Promise<number> {
  const body: Telemetry = {
    releases: { host, ...others },
    faults: [],
    complete: true,
    age: 0,
    ...change,
  };
  const from = { 'x-forwarded-for': visitorAddress() };
  const sent = `bucket=${String(bucket).padStart(2, '0')}`;
  const document = await fetch(url, { headers: { ...from, cookie: sent } });
  const [cookie = sent] = document.headers.getSetCookie().filter((one) => one.startsWith('bucket'));
  const response = await fetch(`${url}${telemetryPath}`, {
    method: 'POST',
    headers: { ...from, 'content-type': 'text/plain', cookie: cookie.split(';')[0] ?? '' },
    body: JSON.stringify(body),
  });
  return response.status;
}

/** Waits until servers sign buckets with the secret of the judge: from then on visits decide. */
export async function untilJudged(
  urls: readonly string[],
  site: { ledger(): Promise<Ledger> },
): Promise<void> {
  const address = visitorAddress();
  const headers = { 'x-forwarded-for': address, cookie: 'bucket=00' };
  const isSigning = async (url: string) => {
    const cookies = (await fetch(url, { headers })).headers.getSetCookie().join(';');
    const secret = (await site.ledger()).canary?.judge?.secret ?? '';
    return provenBucket(cookies, { secret, network: allocationOf(address) }, 0) !== null;
  };
  for (const url of urls) await until(() => isSigning(url));
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
