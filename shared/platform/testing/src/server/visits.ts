import { telemetryPath, type Telemetry } from '@composed/contracts/telemetry';
import { verifyVisitorBucket } from '@composed/http/cookies/visitor-bucket';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { Ledger } from '@composed/release/ledger';
import { allocationOf } from '@composed/http/calls/rate-limit';
import { visitorAddress } from './visitor-address';
import { until } from './until';

/**
 * Opens a page as a returning visitor, and sends the telemetry of the visit. The server must trust X-Forwarded-For from
 * this machine (TRUSTED_PROXIES).
 * @param visitorBucket 0 to 99; visitors below a canary's share get the canary
 * @returns the status of the collector's response
 */
export async function visitOnce(
  url: string,
  { host = '', ...remotes }: ReleaseSet,
  visitorBucket: number,
  change: Partial<Telemetry> = {},
): Promise<number> {
  const body: Telemetry = {
    releases: { host, ...remotes },
    faults: [],
    complete: true,
    age: 0,
    ...change,
  };
  const address = { 'x-forwarded-for': visitorAddress() };
  const unsignedCookie = `bucket=${String(visitorBucket).padStart(2, '0')}`;
  const document = await fetch(url, { headers: { ...address, cookie: unsignedCookie } });
  const setCookies = document.headers.getSetCookie();
  const cookie = setCookies.find((each) => each.startsWith('bucket')) ?? unsignedCookie;
  const response = await fetch(`${url}${telemetryPath}`, {
    method: 'POST',
    headers: { ...address, 'content-type': 'text/plain', cookie: cookie.split(';')[0] ?? '' },
    body: JSON.stringify(body),
  });
  return response.status;
}

/** Waits until servers sign buckets with the judge's secret. Visits before that do not decide about a canary. */
export async function untilJudged(
  urls: readonly string[],
  site: { ledger(): Promise<Ledger> },
): Promise<void> {
  const address = visitorAddress();
  const headers = { 'x-forwarded-for': address, cookie: 'bucket=00' };
  const isSigning = async (url: string) => {
    const cookies = (await fetch(url, { headers })).headers.getSetCookie().join(';');
    const secret = (await site.ledger()).canary?.judge?.secret ?? '';
    return verifyVisitorBucket(cookies, { secret, allocation: allocationOf(address) }, 0) !== null;
  };
  for (const url of urls) await until(() => isSigning(url));
}

/**
 * Makes twenty visits to a canary, whose remote fails in each, and sixty to the live site, at the servers in turn.
 * @param frames of the fault's stack
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
