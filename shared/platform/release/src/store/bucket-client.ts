import { S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { BucketLocation } from '@composed/command/environment';

// The engines field of package.json already says which versions of Node are supported, so the SDK need not warn.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

/** Returns the address of a store that is not Amazon's. An empty variable counts as not set. */
function readCustomEndpoint(): string | undefined {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  return [AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL].find(Boolean);
}

/**
 * Turns off the checksums that the SDK adds by default, unless its own variables turn them on. Many gateways do not
 * support them, and the signature of a request covers its body anyway.
 */
function checksums(): S3ClientConfig {
  const { AWS_REQUEST_CHECKSUM_CALCULATION, AWS_RESPONSE_CHECKSUM_VALIDATION } = process.env;
  return {
    ...(!AWS_REQUEST_CHECKSUM_CALCULATION && { requestChecksumCalculation: 'WHEN_REQUIRED' }),
    ...(!AWS_RESPONSE_CHECKSUM_VALIDATION && { responseChecksumValidation: 'WHEN_REQUIRED' }),
  };
}

/** Creates a client. The SDK reads location and credentials from its own variables, and retries with jitter. */
export function openClient(config: S3ClientConfig = {}): S3 {
  return new S3({
    // With the bucket in the host name, the name server of the store would have to know it.
    forcePathStyle: readCustomEndpoint() !== undefined,
    retryMode: 'standard',
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: 3000,
      // A store that hangs sends nothing for so long. A large file on a slow line may take minutes.
      socketTimeout: 15_000,
      requestTimeout: 600_000,
      // Without this option the SDK only warns.
      throwOnRequestTimeout: true,
    },
    ...checksums(),
    ...config,
  });
}

/**
 * Returns the address of a bucket without the help of the SDK. The key of an object can be appended to it.
 * @throws Error with one sentence if the settings do not lead to a location
 */
export async function findBucketAddress({ bucket, prefix }: BucketLocation): Promise<string> {
  const { region, endpointProvider } = openClient().config;
  const Endpoint = readCustomEndpoint();
  try {
    const Region = await region();
    const location = { Bucket: bucket, Region, Endpoint, ForcePathStyle: Endpoint !== undefined };
    return `${endpointProvider(location).url.href.replace(/\/$/, '')}/${prefix}`;
  } catch (error) {
    throw createBucketError(error, `s3://${bucket}`);
  }
}

function property(error: unknown, name: string): unknown {
  return Reflect.get(Object(error), name);
}

/** Returns the HTTP status of a failure; undefined if there was no response. */
export function statusOf(error: unknown): unknown {
  return property(property(error, '$metadata'), 'httpStatusCode');
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && property(error, 'name') !== 'NoSuchBucket';
}

const rights =
  'these credentials do not allow it; give them the rights that shared/platform/OPERATING.md lists';
const credentials =
  'it does not know these credentials; correct AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY or AWS_PROFILE';
const region = 'it is in another region; set AWS_REGION to that of the bucket';
const conditions =
  'it answered 501 NotImplemented; it may not support If-None-Match, which keeps two publishers apart, or checksums (AWS_REQUEST_CHECKSUM_CALCULATION)';
const conflict = 'others are writing the same object; try again in a moment';
const clock = 'the clock of this machine is wrong; set it';

/** Reasons that a person can act on, by the name or code of the error. */
const reasons = new Map<unknown, string>([
  ['NoSuchBucket', 'there is no such bucket; create it, or correct SITE_STORE'],
  ['AccessDenied', rights],
  ['AllAccessDisabled', rights],
  ['InvalidAccessKeyId', credentials],
  ['SignatureDoesNotMatch', credentials],
  ['ExpiredToken', 'its credentials have expired; sign in again'],
  [
    'CredentialsProviderError',
    'there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  ],
  ['RequestTimeTooSkewed', clock],
  ['ConditionalRequestConflict', conflict],
  ['OperationAborted', conflict],
  ['NotImplemented', conditions],
  ['PermanentRedirect', region],
  ['AuthorizationHeaderMalformed', region],
  ['IllegalLocationConstraintException', region],
]);

function describeUnknownFailure(message: string, status: unknown, name: string): string {
  if (message.startsWith('Region is missing'))
    return 'no region is set; set AWS_REGION (us-east-1 where the store has none)';
  if (typeof status === 'number' && (status < 500 || status === 501))
    return `it answered ${status} ${name}`;
  return `it does not answer (${message}); look at AWS_ENDPOINT_URL_S3 and the network, or try again`;
}

/** Describes the failure of a request in one sentence. The cause is the error itself. */
export function createBucketError(error: unknown, store: string): Error {
  const message = String(property(error, 'message') ?? error);
  const name = property(error, 'name');
  const knownReason = reasons.get(name) ?? reasons.get(property(error, 'Code'));
  const reason = knownReason ?? describeUnknownFailure(message, statusOf(error), String(name));
  return new Error(`${store} cannot be used: ${reason}.`, { cause: error });
}
