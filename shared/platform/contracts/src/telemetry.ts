import * as v from 'valibot';
import { beaconFaults, beaconFrames } from './page-elements';
import { textLike } from './schemas';

/** Address of the embedded collector, if the site's settings name it. */
export const telemetryPath = '/_telemetry';

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
  /** First line of the cause. */
  cause: v.pipe(v.string(), v.maxLength(200), v.regex(/^\P{Cc}*$/u)),
  /** Where it was thrown, innermost first; absent where the browser does not say. */
  frames: v.optional(v.pipe(v.array(frame), v.maxLength(beaconFrames))),
});

/** Telemetry of one visit, which a page sends at its end. It holds no identity of the visitor, and no typed text. */
export const telemetry = v.strictObject({
  /** App → version. They identify the deployment, since a page cannot hold a hash of itself. */
  releases: v.objectWithRest({ host: name }, name),
  faults: v.pipe(v.array(reportedFault), v.maxLength(beaconFaults)),
  /** Milliseconds since the page began to arrive. */
  age: milliseconds,
  /** The page itself and each slot in it were hydrated. */
  complete: v.boolean(),
  lcp: v.optional(milliseconds),
  inp: v.optional(milliseconds),
  cls: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
  /** App of the script that delayed the slowest press, if the delay was long and the browser reports it. */
  slow: v.optional(name),
});
export type Telemetry = v.InferOutput<typeof telemetry>;
export type ReportedFault = v.InferOutput<typeof reportedFault>;
