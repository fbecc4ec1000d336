import * as v from 'valibot';
import { textLike } from './schemas';

/* Other origins that pages may use. An app asks for them in its package.json, and the owner of the site grants them. */

const hostPattern = String.raw`https:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?`;
const origin = textLike(
  new RegExp(`^${hostPattern}$`),
  'must be an origin, such as "https://tiles.example.com" or "https://*.example.com"',
);
/** A script of another origin that never changes is granted by its hash, any other one by its origin. */
const scriptSource = textLike(
  new RegExp(String.raw`^(?:${hostPattern}|sha(?:256|384|512)-[\w+\/]+={0,2})$`),
  'must be an origin, such as "https://js.example.com", or the hash of a file, such as "sha384-…"',
);

/** A field for each use of an origin. */
const byKind = <Field extends v.GenericSchema>(
  field: (source: v.GenericSchema<string>) => Field,
) => ({
  ...v.entriesFromList(['connect', 'image', 'font', 'frame'], v.exactOptional(field(origin))),
  script: v.exactOptional(field(scriptSource)),
});

/** The origins that an app asks for, by their use. */
export const outsideFields = byKind((source) => v.array(source));
/** The origins that a site grants, by their use: each with the apps that may use it. */
export const grantFields = byKind((source) => v.record(source, v.array(v.string())));

const request = v.object(outsideFields);
const kinds = v.keyof(request).options;
type Asked = v.InferOutput<typeof request>;
type Granted = v.InferOutput<v.ObjectSchema<typeof grantFields, undefined>>;

/** Whether a site lets pages use other origins, or turns Trusted Types off. */
export const relaxesPolicy = (site: {
  readonly outside?: Granted | undefined;
  readonly trustedTypes?: 'enforce' | 'off' | undefined;
}) => site.trustedTypes === 'off' || kinds.some((kind) => site.outside?.[kind] !== undefined);

/** The sources that releases add to a page's policy, by their use. */
export function outsideSources(asking: readonly { readonly outside?: Asked | undefined }[]) {
  return (kind: keyof Asked) => {
    const sources = new Set(asking.flatMap(({ outside }) => outside?.[kind] ?? []));
    return [...sources].map((each) => (each.startsWith('sha') ? `'${each}'` : each));
  };
}

/** Whether a page that lets in these origins shows an address in a frame. */
export function isAllowedOrigin(sources: readonly string[], address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin: found } = new URL(address);
  return sources.some((source) => {
    const [scheme = '', domain] = source.split('*');
    return domain === undefined
      ? found === source
      : found.startsWith(scheme) && found.endsWith(domain);
  });
}

/** The origins that an app asks for, as a list. */
export const listOutside = (outside: Asked = {}) =>
  kinds.flatMap((kind) => (outside[kind] ?? []).map((source) => ({ kind, source })));

/** The requests of a release that are not granted, each as a sentence with the line to write. */
export function findUngranted(
  grants: Granted,
  { app, outside = {} }: { readonly app: string; readonly outside?: Asked | undefined },
): string[] {
  return listOutside(outside).flatMap(({ kind, source }) => {
    const apps = grants[kind]?.[source];
    if (apps?.includes(app)) return [];
    const line = JSON.stringify({ [source]: [...(apps ?? []), app] }).slice(1, -1);
    const warning =
      kind === 'script' && !source.startsWith('sha')
        ? ' A script of another origin may change at any time, and does in the page what it likes.'
        : '';
    return `it asks for ${source} (${kind}), which the site does not grant: the owner of the host writes ${line} under site.outside.${kind} in the package.json that describes the site, and publishes the host.${warning}`;
  });
}
