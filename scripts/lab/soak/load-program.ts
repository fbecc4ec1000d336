import autocannon from 'autocannon';
import * as v from 'valibot';

/*
 * Puts a site under load, in a process of its own, so that the load waits for nothing else that a test
 * does. What to do comes as JSON in the first argument; what came of it goes to stdout.
 */

const argument = v.object({
  url: v.string(),
  connections: v.number(),
  seconds: v.number(),
  perSecond: v.nullable(v.number()),
  paths: v.array(v.string()),
});

const { url, connections, seconds, perSecond, paths } = v.parse(
  argument,
  JSON.parse(process.argv[2] ?? ''),
);
const { requests, latency, errors, timeouts, non2xx } = await autocannon({
  url,
  connections,
  duration: seconds,
  ...(perSecond !== null && { overallRate: perSecond }),
  requests: paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } })),
});
process.stdout.write(
  JSON.stringify({
    requests: requests.total,
    perSecond: Math.round(requests.average),
    p50: latency.p50,
    p99: latency.p99,
    errors,
    timeouts,
    non2xx,
  }),
);
