/*
 * `@composed/http/services`: all that the back end of a site imports to build its services on. Beside it they may import
 * only `@composed/contracts`, so a type from `@composed/command` is exported here.
 */
export {
  BusyError,
  createTryCounter,
  deadlineOf,
  defaultLimits,
  maxWait,
  type Limits,
} from '../calls/rate-limit';
export {
  sendErrorsAsJson,
  acceptJson,
  refuse,
  refuseForNow,
  refuseOtherMethods,
  sendTagged,
} from '../calls/responses';
export { callBodyLimit } from '../calls/server-options';
export { forward } from '../calls/forward';
export { checkUpstream } from '../calls/check-upstreams';
export {
  closeDatabase,
  openDatabase,
  openReadOnlyDatabase,
  writeWithRetry,
  type Database,
} from '../database/open';
export type { UpstreamVariables } from '@composed/command/environment';
export { sendPage } from '../pages/send-page';
export { xsrfResponseHeaders, xsrfTokensMatch } from '../cookies/xsrf-token';
export { logFault } from '../operations/log';
export { repeat } from '../operations/repeat';
export { createTelemetryCounts } from '../telemetry/count-visits';
export { telemetryRoute } from '../telemetry/telemetry-route';
export {
  allEmbedded,
  isCollecting,
  type ServerPage,
  type ServicesOptions,
  type SiteServices,
} from './site-services';
