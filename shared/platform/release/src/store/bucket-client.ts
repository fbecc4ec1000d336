import { S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { BucketLocation } from '@composed/command/environment';

// This project says which Node.js it runs on (package.json, engines), so the SDK need not warn.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

/** Where the bucket is, when it is not Amazon's; an empty variable counts as none. */
function customEndpoint(): string | undefined {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  return [AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL].find(Boolean);
}

/**
 * Many gateways do not know the checksums that the SDK adds by default, and need none: a request is signed with its
 * body. The SDK's own variables turn them on.
 */
function checksums(): S3ClientConfig {
  const { AWS_REQUEST_CHECKSUM_CALCULATION, AWS_RESPONSE_CHECKSUM_VALIDATION } = process.env;
  return {
    ...(!AWS_REQUEST_CHECKSUM_CALCULATION && { requestChecksumCalculation: 'WHEN_REQUIRED' }),
    ...(!AWS_RESPONSE_CHECKSUM_VALIDATION && { responseChecksumValidation: 'WHEN_REQUIRED' }),
  };
}

/** The SDK finds the bucket and the credentials by its own variables and chain; it tries again with jitter. */
export function openClient(config: S3ClientConfig = {}): S3 {
  return new S3({
    // A bucket in the host name would need a name server that knows it.
    forcePathStyle: customEndpoint() !== undefined,
    retryMode: 'standard',
    maxAttempts: 5,
    requestHandler: {
      connectionTimeout: 3000,
      // A store that hangs sends nothing. A file on a slow line may take minutes, beside others.
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
 * The address of a bucket without the SDK, to which the key of an object is added.
 * @throws Error with one sentence when the settings name no location
 */
export async function addressOf({ bucket, prefix }: BucketLocation): Promise<string> {
  const { region, endpointProvider } = openClient().config;
  const Endpoint = customEndpoint();
  try {
    const Region = await region();
    const location = { Bucket: bucket, Region, Endpoint, ForcePathStyle: Endpoint !== undefined };
    return `${endpointProvider(location).url.href.replace(/\/$/, '')}/${prefix}`;
  } catch (error) {
    throw explain(error, `s3://${bucket}`);
  }
}

function property(error: unknown, name: string): unknown {
  return Reflect.get(Object(error), name);
}

/** The HTTP status of a failure, or undefined where there was no response. */
export function statusOf(error: unknown): unknown {
  return property(property(error, '$metadata'), 'httpStatusCode');
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && property(error, 'name') !== 'NoSuchBucket';
}

const rights =
  'these credentials may not do that there; give them the rights that shared/platform/OPERATING.md lists';
const credentials =
  'its credentials are not known there; correct AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY or AWS_PROFILE';
const region = 'it is in another region; set AWS_REGION to that of the bucket';
const conditions =
  'it answered 501 NotImplemented; it may know no If-None-Match, which keeps two publishers apart, or no checksums (AWS_REQUEST_CHECKSUM_CALCULATION)';
const conflict = 'others are writing the same object; try again in a moment';
const clock = 'the clock of this machine is wrong; set it';

/** Errors that a person can do something about, by the name or code of the error. */
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

/** The failure of a request as one sentence, with the error itself as its cause. */
export function explain(error: unknown, store: string): Error {
  const message = String(property(error, 'message') ?? error);
  const status = statusOf(error);
  const knownReason = reasons.get(property(error, 'name')) ?? reasons.get(property(error, 'Code'));
  const reason =
    knownReason ??
    (message.startsWith('Region is missing')
      ? 'no region is named; set AWS_REGION (us-east-1 where the store has none)'
      : typeof status === 'number' && (status < 500 || status === 501)
        ? `it answered ${status} ${String(property(error, 'name'))}`
        : `it does not answer (${message}); look at AWS_ENDPOINT_URL_S3 and the network, or try again`);
  return new Error(`${store} cannot be used: ${reason}.`, { cause: error });
}
