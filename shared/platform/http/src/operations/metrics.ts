import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';

/** Seconds. */
const durations = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30];

/** Creates a server's metrics in the OpenMetrics format. Labels have few values: none contains a requested address. */
export function createMetrics() {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  // Memory, CPU, event loop and garbage collection.
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests',
    help: 'Answered requests.',
    registers,
    labelNames: ['route', 'status', 'variant'] as const,
  });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a response was sent.',
    registers,
    labelNames: ['route'] as const,
    buckets: durations,
  });
  const faults = new Counter({
    name: 'page_faults',
    help: 'Counted visits that reported a fault.',
    registers,
    labelNames: ['app', 'release'] as const,
  });
  const lostLines = new Counter({
    name: 'log_lines_lost',
    help: 'Log lines that were dropped, since nobody read them in time.',
    registers,
  });
  /** Adds a metric whose value is read for each scrape. */
  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  /** Adds a counter, labelled by kind, of counts that its owner updates in `kinds`. */
  const addCounter = (name: string, help: string, kinds: Readonly<Record<string, number>>) =>
    new Counter({
      name,
      help,
      registers,
      labelNames: ['kind'] as const,
      collect() {
        this.reset();
        for (const [kind, count] of Object.entries(kinds)) this.inc({ kind }, count);
      },
    });
  return { registry, requests, seconds, faults, lostLines, addGauge, addCounter };
}

export type Metrics = ReturnType<typeof createMetrics>;
