import * as v from 'valibot';
import { textLike } from './schemas';

/** The address of the embedded collector, which a site's settings may name. */
export const telemetryPath = '/_telemetry';

/** Limits of a page's telemetry. Its bytes are enough for the longest faults in any writing system. */
export const maxTelemetryBytes = 4096;
export const maxTelemetryFaults = 4;
export const maxTelemetryFrames = 8;

/** The name of an app, a version, a module or a stage. */
const name = textLike(/^[\w./-]{1,80}$/);
const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e10));

/** A position in a file that one of the site's releases brought: '<app>/<file>:<line>:<column>', both from 1. */
const frame = v.pipe(
  v.string(),
  v.maxLength(160),
  v.regex(/^[\w-]+\/[\w./-]+\.js:\d{1,7}:\d{1,8}$/),
);

/** A failure of an app in a visit. */
export const reportedFault = v.strictObject({
  app: name,
  version: name,
  expose: name,
  stage: name,
  /** One line, without text that a visitor may have typed. */
  cause: v.pipe(v.string(), v.maxLength(200), v.regex(/^\P{Cc}*$/u)),
  /** The stack of the error, innermost frame first. Absent if the browser does not provide it. */
  frames: v.optional(v.pipe(v.array(frame), v.maxLength(maxTelemetryFrames))),
});

/** The telemetry that a page sends at the end of a visit. It does not identify the visitor, and holds no typed text. */
export const telemetry = v.strictObject({
  /** App → version. These identify the deployment, since a page cannot contain a hash of itself. */
  releases: v.objectWithRest({ host: name }, name),
  faults: v.pipe(v.array(reportedFault), v.maxLength(maxTelemetryFaults)),
  /** Milliseconds since the first byte of the page arrived, or since a prerendered page was shown. */
  age: milliseconds,
  /** Whether the page itself, and every slot and part in it, was hydrated. */
  complete: v.boolean(),
  lcp: v.optional(milliseconds),
  inp: v.optional(milliseconds),
  cls: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
  /** The app whose script delayed the slowest press, if the delay was long and the browser names the script. */
  slow: v.optional(name),
});
export type Telemetry = v.InferOutput<typeof telemetry>;
export type ReportedFault = v.InferOutput<typeof reportedFault>;
