import type { FastifyInstance } from 'fastify';
import { telemetry, telemetryPath, type Telemetry } from '@composed/contracts/telemetry';
import { beaconBytes } from '@composed/contracts/page-elements';
import * as v from 'valibot';
import { provenVisitorBucket } from '../cookies/canary';
import { readJson, refuse, refuseForNow, refuseMethod } from '../calls/responses';
import { countTries, allocationOf, createCounter, type Limits } from '../calls/rate-limit';
import type { Shown, TelemetryCounts } from './counts';

/** The parts of a collector. */
interface Collecting {
  readonly counts: TelemetryCounts;
  readonly limits: Limits;
  /** The releases that visitors get, or null where their telemetry is not wanted here. */
  readonly shown: () => Shown | null;
  /** Called once for each release that failed in a visit which decides. */
  readonly onFault?: (app: string, release: string) => void;
}

/** Whether a visit was to these releases. A page names only those that it shows. */
function isOf({ releases }: Telemetry, set: Shown['live']): boolean {
  return Object.entries(releases).every(([app, version]) => set[app] === version);
}

/**
 * The releases that a visit was to.
 * @param visitorBucket of the visitor, if it is proven; without one no visit decides about a canary
 * @returns null for releases that visitors do not get, or no longer
 */
function visitedBy(visit: Telemetry, { live, canary }: Shown, visitorBucket: number | null) {
  if (!canary) return isOf(visit, live) ? { releases: live, decides: true } : null;
  const expectedReleases =
    visitorBucket !== null && visitorBucket < canary.share ? canary.releases : live;
  if (visitorBucket !== null && isOf(visit, expectedReleases))
    return { releases: expectedReleases, decides: true };
  const releases = [live, canary.releases].find((set) => isOf(visit, set));
  return releases ? { releases, decides: false } : null;
}

/**
 * The embedded collector. It takes the telemetry that a page sends as it is left, and keeps counts alone. Where the site
 * sends no telemetry here, its path is like any address that does not exist.
 */
export async function telemetryRoute(
  fastify: FastifyInstance,
  { counts, limits, shown, onFault }: Collecting,
) {
  const countTry = countTries(limits.telemetry);
  const deciding = createCounter(limits.telemetryThatDecides);
  const isFree = (counter: ReturnType<typeof createCounter>, key: string) => {
    if (counter.waitFor(key) > 0) return false;
    counter.add(key);
    return true;
  };

  // A beacon may be sent as text without another request before it.
  readJson(fastify, ['text/plain', 'application/json'], beaconBytes);
  fastify.post(telemetryPath, {
    bodyLimit: beaconBytes,
    // These refusals come before the body is read.
    onRequest: async (request, reply) => {
      if (shown() === null) return refuseMethod(reply, ['GET', 'HEAD']);
      if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
        return refuse(reply, 403, 'Only pages of this site may send telemetry.');
      }
      const attempt = countTry({ address: request.ip });
      if ('retryAfter' in attempt) return refuseForNow(reply, attempt.retryAfter);
    },
    handler: async (request, reply) => {
      const parsed = v.safeParse(telemetry, request.body, { abortEarly: true });
      if (!parsed.success) return refuse(reply, 422, 'The body does not fit.');
      const { age, faults } = parsed.output;
      const network = allocationOf(request.ip);
      const now = shown();
      const secret = now?.canary?.secret ?? null;
      const { cookie } = request.headers;
      const visitorBucket =
        secret === null ? null : provenVisitorBucket(cookie, { secret, network }, age);
      const visited = now && visitedBy(parsed.output, now, visitorBucket);
      if (now && visited) {
        const { since } = now;
        const { releases } = visited;
        const faultsOfVisit = faults.filter(({ app, version }) => releases[app] === version);
        // A visit to an earlier deployment is counted, and decides nothing about this one.
        const decides = visited.decides && isFree(deciding, `${since} ${network}`);
        const counting = { releases, since, decides };
        counts.count({ ...parsed.output, faults: faultsOfVisit }, counting);
        const failedReleases = new Map(
          decides ? faultsOfVisit.map(({ app, version }) => [app, version]) : [],
        );
        for (const [app, version] of failedReleases) onFault?.(app, version);
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
}
