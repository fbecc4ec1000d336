import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  maxTelemetryBytes,
  telemetry,
  telemetryPath,
  type Telemetry,
} from '@composed/contracts/telemetry';
import * as v from 'valibot';
import { verifyVisitorBucket } from '../cookies/visitor-bucket';
import { acceptJson, refuse, refuseForNow, refuseMethod } from '../calls/responses';
import { createTryCounter, allocationOf, createCounter, type Limits } from '../calls/rate-limit';
import type { TelemetryCounts } from './count-visits';
import type { ShownReleases } from './shown-releases';

interface CollectorOptions {
  readonly counts: TelemetryCounts;
  readonly limits: Limits;
  /** Returns the releases that visitors get, or null when the site collects no telemetry here. */
  readonly getShownReleases: () => ShownReleases | null;
  /** Called once for each release that failed in a visit that decides about a canary. */
  readonly onFault?: (app: string, release: string) => void;
}

/** Whether a visit was to a deployment. A page reports only the releases that it shows. */
function isVisitTo({ releases }: Telemetry, deployed: ShownReleases['live']): boolean {
  return Object.entries(releases).every(([app, version]) => deployed[app] === version);
}

/**
 * Finds the deployment that a visit was to, and whether the visit decides about a canary.
 * @param visitorBucket the visitor's verified bucket. While a canary runs, a visit without one decides nothing.
 * @returns null when visitors do not get these releases, or no longer
 */
function visitedBy(
  visit: Telemetry,
  { live, canary }: ShownReleases,
  visitorBucket: number | null,
) {
  if (!canary) return isVisitTo(visit, live) ? { releases: live, decides: true } : null;
  const expectedReleases =
    visitorBucket !== null && visitorBucket < canary.share ? canary.releases : live;
  if (visitorBucket !== null && isVisitTo(visit, expectedReleases))
    return { releases: expectedReleases, decides: true };
  const releases = [live, canary.releases].find((deployed) => isVisitTo(visit, deployed));
  return releases ? { releases, decides: false } : null;
}

/**
 * Collects the telemetry that pages send when visitors leave them. It stores only counts. When the site collects no
 * telemetry here, the path behaves like an unknown address.
 */
export async function telemetryRoute(
  fastify: FastifyInstance,
  { counts, limits, getShownReleases, onFault }: CollectorOptions,
) {
  const countTry = createTryCounter(limits.telemetry);
  const decisions = createCounter(limits.telemetryThatDecides);
  const mayDecide = (key: string) => {
    if (decisions.waitFor(key) > 0) return false;
    decisions.add(key);
    return true;
  };

  function countVisit(
    visit: Telemetry,
    current: ShownReleases,
    { ip, headers }: FastifyRequest,
  ): void {
    const allocation = allocationOf(ip);
    const secret = current.canary?.secret ?? null;
    const visitorBucket =
      secret === null
        ? null
        : verifyVisitorBucket(headers.cookie, { secret, allocation }, visit.age);
    const visited = visitedBy(visit, current, visitorBucket);
    if (!visited) return;
    const { since } = current;
    const { releases } = visited;
    // Ignores faults in releases that are not part of this deployment.
    const faults = visit.faults.filter(({ app, version }) => releases[app] === version);
    // One visit of each allocation decides about each deployment.
    const decides = visited.decides && mayDecide(`${since} ${allocation}`);
    counts.count({ ...visit, faults }, { releases, since, decides });
    if (!decides) return;
    const failedReleases = new Map(faults.map(({ app, version }) => [app, version]));
    for (const [app, version] of failedReleases) onFault?.(app, version);
  }

  // Browsers send a beacon with a text body without a preflight request.
  acceptJson(fastify, ['text/plain', 'application/json'], maxTelemetryBytes);
  fastify.post(telemetryPath, {
    bodyLimit: maxTelemetryBytes,
    // Refuses a request before its body is read.
    onRequest: async (request, reply) => {
      if (getShownReleases() === null) return refuseMethod(reply, ['GET', 'HEAD']);
      if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
        return refuse(reply, 403, 'Only pages of this site may send telemetry.');
      }
      const attempt = countTry({ address: request.ip });
      if ('retryAfter' in attempt) return refuseForNow(reply, attempt.retryAfter);
    },
    handler: async (request, reply) => {
      const parsed = v.safeParse(telemetry, request.body, { abortEarly: true });
      if (!parsed.success) return refuse(reply, 422, 'The body is not valid telemetry.');
      const current = getShownReleases();
      if (current) countVisit(parsed.output, current, request);
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
}
