import * as v from 'valibot';

/* Origins of others that pages may use. An app asks in its package.json, and the owner of the site grants. */

const named = String.raw`https:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?`;
const origin = v.pipe(
  v.string(),
  v.regex(
    new RegExp(`^${named}$`),
    'must be an origin, such as "https://tiles.example.com" or "https://*.example.com"',
  ),
);
/** A script of others that never changes is granted by its hash, any other one by its origin. */
const scriptSource = v.pipe(
  v.string(),
  v.regex(
    new RegExp(String.raw`^(?:${named}|sha(?:256|384|512)-[\w+\/]+={0,2})$`),
    'must be an origin, such as "https://js.example.com", or the hash of a file, such as "sha384-…"',
  ),
);

/** The use of an origin → the directive of a policy, and the schema of its name. */
const kinds = {
  connect: { directive: 'connect-src', source: origin },
  image: { directive: 'img-src', source: origin },
  font: { directive: 'font-src', source: origin },
  frame: { directive: 'frame-src', source: origin },
  script: { directive: 'script-src', source: scriptSource },
} as const;

export type OutsideKind = keyof typeof kinds;
const allKinds = ['connect', 'image', 'font', 'frame', 'script'] as const;

const request = <Source extends v.GenericSchema<string>>(source: Source) =>
  v.exactOptional(v.array(source));
/** The origins that an app asks for, by what for. */
export const outsideFields = {
  connect: request(origin),
  image: request(origin),
  font: request(origin),
  frame: request(origin),
  script: request(scriptSource),
};

const grant = <Source extends v.GenericSchema<string>>(source: Source) =>
  v.exactOptional(v.record(source, v.array(v.string())));
/** The origins that a site grants, by what for: each with the apps that may use it. */
export const grantFields = {
  connect: grant(origin),
  image: grant(origin),
  font: grant(origin),
  frame: grant(origin),
  script: grant(scriptSource),
};

type Asked = Readonly<Partial<Record<OutsideKind, readonly string[] | undefined>>>;
type Granted = Readonly<
  Partial<Record<OutsideKind, Readonly<Record<string, readonly string[]>> | undefined>>
>;

/** Whether a site lets a page have more than its own files, or text for a script. */
export const opensPages = (site: {
  readonly outside?: Granted | undefined;
  readonly trustedTypes?: 'enforce' | 'off' | undefined;
}) => site.trustedTypes === 'off' || allKinds.some((kind) => site.outside?.[kind] !== undefined);

/** The sources that releases add to a page's policy, by directive. */
export function outsideSources(asking: readonly { readonly outside?: Asked | undefined }[]) {
  return (directive: (typeof kinds)[OutsideKind]['directive']) => {
    const sources = allKinds
      .filter((kind) => kinds[kind].directive === directive)
      .flatMap((kind) => asking.flatMap(({ outside }) => outside?.[kind] ?? []));
    return [...new Set(sources)].map((each) => (each.startsWith('sha') ? `'${each}'` : each));
  };
}

/** The origins that an app asks for, each once by what for. */
export const listOutside = (outside: Asked = {}) =>
  allKinds.flatMap((kind) => (outside[kind] ?? []).map((source) => ({ kind, source })));

/** The requests of a release beyond the grants, each as a sentence with the line to write. */
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
