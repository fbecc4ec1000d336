import * as v from 'valibot';
import { grantFields, outsideFields } from './outside-origins';
import { languageFields } from './site-language';
import { described, jsonText, textLike } from './schemas';

/*
 * The format of a release. shared/platform/release/src/format/FORMAT.md says in words what the rest of a release is,
 * and `npm run pack` writes this as a JSON Schema.
 */

/** Bytes of a source map: a few times those of the largest script of a site. */
export const maxMapBytes = 16 * 1024 * 1024;

const integrity = textLike(/^sha256-[A-Za-z0-9+/]{43}=$/);
const fileName = textLike(
  /^(?!\/)(?!.*\.\.)[\w./-]+$/,
  ({ input }) =>
    `"${input}" must be the path of a file within the folder, of letters, digits, ".", "_" and "-"`,
);

/** Text that people are shown unchanged: printable ASCII. */
const plain = textLike(/^[ -~]*$/, 'must be one line of plain characters');

/** A path on the site itself, never to be read as another origin; ':id' is a parameter of the page. */
const callPath = textLike(/^(?:\/(?::\w+|[\w-][\w.-]*))+$/, 'must be a path of this site');

/**
 * An app's name becomes a folder, a key of JSON documents, a Trusted Types policy, and a part of federation ids and of
 * a global. The policy `default` would be the whole page's, and `remote-entries` is the host's own.
 */
export const appName = v.pipe(
  v.string(),
  v.maxLength(50, 'must have at most 50 letters'),
  v.regex(
    /^(?!(?:constructor|prototype|default|remote-entries)$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
    'must begin with a letter, consist of lower-case letters, digits and single hyphens, and not be constructor, prototype, default or remote-entries, which mean something else to browsers or to the host',
  ),
);

/** The name of data that a host asks for. */
export const dataName = textLike(
  /^[a-z][a-z0-9-]*$/,
  'must be lower-case letters, digits and hyphens',
);

/** The name of a policy of Trusted Types, for a Content Security Policy. `default` would be the whole page's. */
export const trustedTypesPolicy = textLike(
  /^(?!default$)[\w#=/@.%-]+$/,
  'must be the name of a policy of Trusted Types, such as "vue", and not "default"',
);

/** A federation id, '<app>/<expose>'. */
const federationId = textLike(/^[\w-]+\/[\w-]+$/, 'must be such as "reviews/ReviewsSection"');

/** The name of a slot for any number of modules. */
const slotName = textLike(/^[\w-]+(?:\/[\w-]+)?$/, 'must be such as "header-end"');

/** Props that another module gives, by name. */
const givenKinds = v.record(
  v.string(),
  textLike(
    /^(?:string|number|boolean|object|list)\??$/,
    'must be string, number, boolean, object or list',
  ),
);

/** The value of each name in a list of names, which are keys since TypeScript knows the keys of a JSON file. */
export const mustBeTrue = v.literal(true, 'must be true');

/** A module as its team describes it. The same entry stands in a package.json and in a manifest. */
export const moduleFields = {
  props: described(
    'The names of the host’s props that the module takes, and `page` for the page that shows it; each with true.',
    v.exactOptional(v.record(v.string(), mustBeTrue)),
  ),
  calls: described(
    'The addresses that the module GETs when it mounts. Its page fetches them early. `:id` is a parameter of the page.',
    v.exactOptional(v.array(callPath)),
  ),
  given: described(
    'The props that the module around it passes: name → string, number, boolean, object or list, with a ? if the prop is optional.',
    v.exactOptional(givenKinds),
  ),
  parts: described(
    'The modules, of any app, that it may place inside itself; each with true.',
    v.exactOptional(v.record(federationId, mustBeTrue)),
  ),
  opens: described(
    'The open slots in it, which any number of modules may fill; each with true.',
    v.exactOptional(v.record(slotName, mustBeTrue)),
  ),
  slot: described('The open slot that the module fills.', v.exactOptional(slotName)),
};
const maxBytes = v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0)));

/** The most that an app may take, in bytes as visitors download them (brotli). */
export const appBudget = v.strictObject({
  /** The scripts that a page loads first. */
  script: maxBytes,
  /** The styles in a page. */
  style: maxBytes,
  /** Bytes that it adds to the HTML of a page, its styles included. */
  html: maxBytes,
  /** All scripts and styles of a release, also those that no page loads first. */
  release: maxBytes,
});

const listedFile = described(
  'One immutable file: its size uncompressed, and its hash in the form of SRI.',
  v.object({ bytes: v.number(), integrity }),
);

const exposed = described(
  'One module: its files, and what its package.json says about it.',
  v.object({
    scripts: described(
      'The scripts that a page loads for the module, in their order.',
      v.array(fileName),
    ),
    styles: v.array(fileName),
    ...moduleFields,
  }),
);
/** One module of a release. */
export type ExposedModule = v.InferOutput<typeof exposed>;

/** An address such as `/product/cl-01`; of rows of data, `/product/:id`. */
const address = textLike(
  /^(?:\/|(?:\/(?:[\w-][\w.-]*|:\w+))+)$/,
  'must be such as "/cart" or "/product/:id"',
);
const structuredData = v.record(v.string(), v.unknown());

/** The head of a page, as its module says it (./module.ts, `PageHead`). */
export const pageHead = v.strictObject({
  title: v.exactOptional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  description: v.exactOptional(v.string()),
  canonical: v.exactOptional(address),
  structuredData: v.exactOptional(structuredData),
});

/** A row of pages that a remote brings: one page, or one for each row of data. */
export const pageRow = v.strictObject({
  /** Under a prefix that the host grants to the app. With `data`, `/product/:id` holds the field `id` of a row. */
  path: address,
  /** Federation expose key of the module that is the page. */
  module: v.string(),
  /** Text; `{name}` is the field `name` of the row of data, as in all fields below. */
  title: v.pipe(v.string(), v.nonEmpty('must not be empty')),
  description: v.exactOptional(v.string()),
  /** Name of the data: a list with a row for each page. */
  data: v.exactOptional(dataName),
  /** False: search engines are asked to stay away. */
  indexable: v.exactOptional(v.boolean()),
  /** Language and direction of the page, if they differ from the site’s. */
  ...languageFields,
  /** The subject of the page, by https://schema.org. */
  structuredData: v.exactOptional(structuredData),
  /** Address of the page that says the same; like the path, it may hold fields of the row. */
  canonical: v.exactOptional(address),
  /**
   * Language → address of the translation, which may hold fields of the row too. `x-default` is for all other
   * languages.
   */
  alternates: v.exactOptional(
    v.record(
      textLike(
        /^(?:x-default|[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8})*)$/,
        'must be a language, such as "de" or "pt-BR", or "x-default"',
      ),
      address,
    ),
  ),
});
export type PageRow = v.InferOutput<typeof pageRow>;

const entries = {
  app: described('The name of the app.', appName),
  version: described(
    'A hash of all files, and of this document without builtAt and commit.',
    textLike(/^[0-9a-f]{32}$/),
  ),
  providesVersion: described(
    'The version of the host’s props for remotes that the app was built with.',
    v.number(),
  ),
  entry: described(
    'The script that starts the app: the container of a remote, the first module of a remote of ES modules, or the host’s main script.',
    fileName,
  ),
  global: described(
    'The global variable that the entry assigns the container to; null for the host and for a remote of ES modules, which have no container.',
    v.nullable(textLike(/^[A-Za-z_$][\w$]*$/)),
  ),
  esModules: described(
    'For a remote of ES modules: each module that its exposed modules import → its own imports, lazy ones included: files of the release and names of shared packages.',
    v.optional(v.record(fileName, v.array(plain))),
  ),
  files: described(
    'Browser files by name, served at /assets/<app>/<name>. Names carry a hash of their content.',
    v.record(fileName, listedFile),
  ),
  server: described(
    'The guest bundle, server.cjs beside this document, which a publish runs in its sandbox. It is called after server-side rendering, although no server runs it. Not public.',
    listedFile,
  ),
  renderer: described(
    'For the host: the script that renders the modules of remotes, renderer.cjs beside this document. Not public.',
    v.optional(listedFile),
  ),
  maps: described(
    'A script among files, server.cjs or renderer.cjs → its source map, maps/<script>.map beside this document. Never public. Inline scripts have none.',
    v.record(fileName, listedFile),
  ),
  rendersStyles: described(
    'False for a remote whose markup has no style attributes and no style elements, so that its pages need no script for them.',
    v.optional(v.boolean()),
  ),
  exposes: described(
    "Modules by federation expose key, such as ./ReviewsSection. The host has only the key '.', with files and nothing else.",
    v.record(v.string(), exposed),
  ),
  data: described(
    'For the host: the names of the JSON data that its pages are composed with. The settings of a site say where each is.',
    v.optional(v.array(dataName)),
  ),
  pages: described(
    'For a remote: the pages that it brings, under prefixes that the host grants to it.',
    v.optional(v.array(pageRow)),
  ),
  trustedTypes: described(
    'The names of the Trusted Types policies that its scripts create, in addition to its bundler’s, which has the name of the app. The site’s pages allow them.',
    v.optional(v.array(trustedTypesPolicy)),
  ),
  outside: described(
    'Other origins that the app uses, by purpose: connect, image, font, frame and script. Pages that show the app allow them.',
    v.optional(v.strictObject(outsideFields)),
  ),
  grants: described(
    'For the host: what the owner of the site allows: origins, each with the apps that may use it, and whether pages enforce Trusted Types.',
    v.optional(
      v.strictObject({
        outside: v.optional(v.strictObject(grantFields)),
        trustedTypes: v.optional(v.picklist(['enforce', 'off'])),
      }),
    ),
  ),
  budget: described(
    'The budget in bytes after brotli, unless the site’s settings have another: script, style and html of a page, and the whole release.',
    v.optional(appBudget),
  ),
  shared: described(
    'Shared packages by request: exact versions for the host, which provides them; ranges for a remote, which requires them.',
    v.record(plain, plain),
  ),
  brings: described(
    'The packages that render a remote in place of the host’s React: name → version, such as another React.',
    v.optional(v.record(plain, plain)),
  ),
  builtAt: described('ISO 8601, UTC.', v.string()),
  commit: described(
    'The commit that the app was built from, or null outside a checkout.',
    v.nullable(plain),
  ),
  source: described(
    'The repository that the package.json of the app names, or else the name of its package. A publish refuses a release from another one, unless it gives a reason.',
    plain,
  ),
};

/** `release.json`: one immutable build of one app. */
export type ReleaseManifest = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;
/** App → version of its release. */
export type ReleaseSet = Readonly<Record<string, string>>;
/** A file of a release: its size in bytes, and its hash. */
export type ListedFile = v.InferOutput<typeof listedFile>;

/** Unknown fields are kept: the composer of a newer host reads them even when an older checkout publishes. */
export const releaseManifest = v.looseObject(entries);

/** @throws Error with the field and one reason when the text is not a release manifest */
export function parseReleaseManifest(json: string): ReleaseManifest {
  const parsed = v.safeParse(jsonText(releaseManifest), json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`);
}
