import type { FastifyInstance } from 'fastify';
import { signals, signalsLimit, signalsPath } from 'shared/contracts/signals';
import * as v from 'valibot';
import { readJson, refuse, refuseForNow, refuseOtherMethods } from '../answers';
import { countTries, networksOf, tryCounter, type Limits } from '../limits';
import type { SignalCounts } from './counts';

/** The embedded collector: takes what a page sends as it is left, and keeps counts alone. */
export async function signalsRoute(
  fastify: FastifyInstance,
  { counts, limits }: { readonly counts: SignalCounts; readonly limits: Limits },
) {
  const countTry = countTries(limits.signals);
  const deciding = tryCounter(limits.signalsThatDecide);
  /** By the widest network, since whoever has a /48 could be a visitor from each /64 of it. */
  const decides = (address: string, now = Date.now()) => {
    const [, site] = networksOf(address);
    const isFree = deciding.waitFor(site, now) === 0;
    if (isFree) deciding.add(site, now);
    return isFree;
  };

  // A beacon may be sent as text without another request before it.
  readJson(fastify, ['text/plain', 'application/json'], signalsLimit);
  fastify.post(signalsPath, {
    bodyLimit: signalsLimit,
    // Before the body is read.
    onRequest: async (request, reply) => {
      if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
        return refuse(reply, 403, 'Only pages of this site may send signals.');
      }
      const verdict = countTry({ address: request.ip });
      if ('retryAfter' in verdict) return refuseForNow(reply, verdict.retryAfter);
    },
    handler: async (request, reply) => {
      const parsed = v.safeParse(signals, request.body, { abortEarly: true });
      if (!parsed.success) return refuse(reply, 422, 'The body does not fit.');
      counts.count(parsed.output, decides(request.ip));
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
  refuseOtherMethods(fastify, signalsPath, ['POST']);
}
