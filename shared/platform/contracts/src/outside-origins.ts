import * as v from 'valibot';
import { textLike } from './schemas';

/* Other origins that pages may use. An app asks for them in its package.json, and the owner of the site grants them. */

const hostPattern = String.raw`https:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?`;
const origin = textLike(
  new RegExp(`^${hostPattern}$`),
  'must be an origin, such as "https://tiles.example.com" or "https://*.example.com"',
);
/** A script of another origin is granted by its hash if it never changes, and otherwise by its origin. */
const scriptSource = textLike(
  new RegExp(String.raw`^(?:${hostPattern}|sha(?:256|384|512)-[\w+\/]+={0,2})$`),
  'must be an origin, such as "https://js.example.com", or the hash of a file, such as "sha384-…"',
);

/** Creates a field for each use of an origin. */
const byKind = <Field extends v.GenericSchema>(
  field: (source: v.GenericSchema<string>) => Field,
) => ({
  ...v.entriesFromList(['connect', 'image', 'font', 'frame'], v.exactOptional(field(origin))),
  script: v.exactOptional(field(scriptSource)),
});

/** The origins that an app asks for, by use. */
export const outsideFields = byKind((source) => v.array(source));
/** The origins that a site grants, by use, each with the apps that may use it. */
export const grantFields = byKind((source) => v.record(source, v.array(v.string())));

const request = v.object(outsideFields);
const kinds = v.keyof(request).options;
type OutsideRequest = v.InferOutput<typeof request>;
type OutsideGrants = v.InferOutput<v.ObjectSchema<typeof grantFields, undefined>>;

/** Whether a site grants other origins, or turns Trusted Types off. */
export const relaxesPolicy = (site: {
  readonly outside?: OutsideGrants | undefined;
  readonly trustedTypes?: 'enforce' | 'off' | undefined;
}) => site.trustedTypes === 'off' || kinds.some((kind) => site.outside?.[kind] !== undefined);

/** Lists the sources that releases add to a page's policy for one use. */
export function listOutsideSources(
  releases: readonly { readonly outside?: OutsideRequest | undefined }[],
  kind: keyof OutsideRequest,
): string[] {
  const sources = new Set(releases.flatMap(({ outside }) => outside?.[kind] ?? []));
  return [...sources].map((source) => (source.startsWith('sha') ? `'${source}'` : source));
}

/** Whether an address is of one of these origins, in which `*` stands for any subdomain. */
export function isAllowedOrigin(sources: readonly string[], address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin: addressOrigin } = new URL(address);
  return sources.some((source) => {
    const [scheme = '', domain] = source.split('*');
    if (domain === undefined) return addressOrigin === source;
    return addressOrigin.startsWith(scheme) && addressOrigin.endsWith(domain);
  });
}

/** Lists the origins that an app asks for, with their uses. */
export const listRequestedOrigins = (outside: OutsideRequest = {}) =>
  kinds.flatMap((kind) => (outside[kind] ?? []).map((source) => ({ kind, source })));

/** Finds the requests of a release that are not granted. Returns a sentence for each, with the line that grants it. */
export function findUngrantedOrigins(
  grants: OutsideGrants,
  { app, outside = {} }: { readonly app: string; readonly outside?: OutsideRequest | undefined },
): string[] {
  return listRequestedOrigins(outside).flatMap(({ kind, source }) => {
    const apps = grants[kind]?.[source];
    if (apps?.includes(app)) return [];
    const line = JSON.stringify({ [source]: [...(apps ?? []), app] }).slice(1, -1);
    const warning =
      kind === 'script' && !source.startsWith('sha')
        ? ' A script from another origin can change at any time, and can do anything in the page.'
        : '';
    return `it asks for ${source} (${kind}), which this site does not allow: to allow it, the owner of the host adds ${line} to site.outside.${kind} in the package.json that describes the site, and publishes the host.${warning}`;
  });
}
