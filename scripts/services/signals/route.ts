import type { FastifyInstance } from 'fastify';
import { signals, signalsLimit, signalsPath } from '@shopwright/shared/contracts/signals';
import * as v from 'valibot';
import { provenBucket } from '../../http/canary';
import { readJson, refuse, refuseForNow, refuseMethod } from '../answers';
import { countTries, siteOf, tryCounter, type Limits } from '../limits';
import type { SignalCounts } from './counts';
import { visitedBy, type Shown } from './shown';

/** What a collector needs to know. */
export interface Collecting {
  readonly counts: SignalCounts;
  readonly limits: Limits;
  /** What visitors get, or null where their signals are not wanted here. */
  readonly shown: () => Shown | null;
  /** Hears of each fault of a release that visitors get. */
  readonly onFault?: (app: string, release: string) => void;
}

/**
 * The embedded collector: takes what a page sends as it is left, and keeps counts alone. Where the site sends its
 * signals elsewhere or nowhere, the path is an address like any other that there is not.
 */
export async function signalsRoute(
  fastify: FastifyInstance,
  { counts, limits, shown, onFault }: Collecting,
) {
  const countTry = countTries(limits.signals);
  const bringing = tryCounter(limits.signalsWithNewFaults);
  let deciding = { since: -1, counter: tryCounter(limits.signalsThatDecide) };
  const isFree = (counter: ReturnType<typeof tryCounter>, site: string) => {
    if (counter.waitFor(site) > 0) return false;
    counter.add(site);
    return true;
  };

  // A beacon may be sent as text without another request before it.
  readJson(fastify, ['text/plain', 'application/json'], signalsLimit);
  fastify.post(signalsPath, {
    bodyLimit: signalsLimit,
    // Before the body is read.
    onRequest: async (request, reply) => {
      if (shown() === null) return refuseMethod(reply, ['GET', 'HEAD']);
      if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
        return refuse(reply, 403, 'Only pages of this site may send signals.');
      }
      const verdict = countTry({ address: request.ip });
      if ('retryAfter' in verdict) return refuseForNow(reply, verdict.retryAfter);
    },
    handler: async (request, reply) => {
      const parsed = v.safeParse(signals, request.body, { abortEarly: true });
      if (!parsed.success) return refuse(reply, 422, 'The body does not fit.');
      const [site, now] = [siteOf(request.ip), shown()];
      const secret = now?.canary?.secret ?? null;
      const { age = 0 } = parsed.output;
      const bucket =
        secret === null
          ? null
          : provenBucket(request.headers.cookie, { secret, network: site }, age);
      const visited = now && visitedBy(parsed.output, now, bucket);
      if (now && visited) {
        const { since } = now;
        // A visit from before says nothing about what is compared now.
        if (deciding.since !== since)
          deciding = { since, counter: tryCounter(limits.signalsThatDecide) };
        const { releases } = visited;
        const faults = parsed.output.faults.filter(({ app, version }) => releases[app] === version);
        for (const { app, version } of faults) onFault?.(app, version);
        const decides = visited.decides && isFree(deciding.counter, site);
        const mayBring = () => isFree(bringing, site);
        counts.count({ ...parsed.output, faults }, { releases, since, decides, mayBring });
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
}
