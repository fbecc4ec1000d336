import * as v from 'valibot';
import { grantFields, outsideFields } from './outside';
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
    'must begin with a letter, have lower-case letters, digits and single hyphens alone, and be none of constructor, prototype, default and remote-entries, which mean something else to browsers or to the host',
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
    'Names of what hosts provide that it takes, and `page` for the page that it stands in; each with true.',
    v.exactOptional(v.record(v.string(), mustBeTrue)),
  ),
  calls: described(
    'What it GETs as soon as it stands in a page, which fetches that early; `:id` is a parameter of the page.',
    v.exactOptional(v.array(callPath)),
  ),
  given: described(
    'What a module that it stands in gives it: name → string, number, boolean, object or list, with a ? where it may be missing.',
    v.exactOptional(givenKinds),
  ),
  parts: described(
    'The modules of any app that may stand inside of it, each with true.',
    v.exactOptional(v.record(federationId, mustBeTrue)),
  ),
  opens: described(
    'The slots that it opens for any number of modules, each with true.',
    v.exactOptional(v.record(slotName, mustBeTrue)),
  ),
  slot: described(
    'The slot for any number of modules that it stands in.',
    v.exactOptional(slotName),
  ),
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
  'One module: its files, and what its package says of it.',
  v.object({
    scripts: described('What a page loads for it, in the order of loading.', v.array(fileName)),
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
    'Derived from the content of every file and of this document without builtAt and commit.',
    textLike(/^[0-9a-f]{32}$/),
  ),
  providesVersion: described(
    'The version of what hosts provide to remotes that the app was built with.',
    v.number(),
  ),
  entry: described(
    'The script that starts the app: the container of a remote, the main script of the host. Of a remote of ES modules, its first module.',
    fileName,
  ),
  global: described(
    'The global that the entry puts the container in; null for the host and for a remote of ES modules, which have none.',
    v.nullable(textLike(/^[A-Za-z_$][\w$]*$/)),
  ),
  esModules: described(
    'Of a remote of ES modules: each module that its exposes reach → its imports, lazy ones too: files of the release, and requests of shared packages.',
    v.optional(v.record(fileName, v.array(plain))),
  ),
  files: described(
    'Browser files by name, served at /assets/<app>/<name>. Names carry a hash of their content.',
    v.record(fileName, listedFile),
  ),
  server: described(
    'The rendering bundle, server.cjs beside this document. Not public.',
    listedFile,
  ),
  renderer: described(
    'Of the host: what the modules of remotes are rendered with, renderer.cjs beside this document. Not public.',
    v.optional(listedFile),
  ),
  maps: described(
    'A script of files, server.cjs or renderer.cjs → its source map, maps/<script>.map beside this document. Never public. What stands in pages has none.',
    v.record(fileName, listedFile),
  ),
  rendersStyles: described(
    'False for a remote whose markup has no style attributes and no style elements: its pages need no script for them.',
    v.optional(v.boolean()),
  ),
  exposes: described(
    "Modules by federation expose key, such as ./ReviewsSection; the host has the one key '.', with files alone.",
    v.record(v.string(), exposed),
  ),
  data: described(
    'Of the host: names of the JSON that its pages are composed with. Where each is, the settings of a site say.',
    v.optional(v.array(dataName)),
  ),
  pages: described(
    'Of a remote: the pages that it brings, under prefixes that the host grants to it.',
    v.optional(v.array(pageRow)),
  ),
  trustedTypes: described(
    'Policies of Trusted Types that its scripts make, beside the one of its bundler, which has the name of the app: the pages of its site let them in.',
    v.optional(v.array(trustedTypesPolicy)),
  ),
  outside: described(
    'Origins of others that it uses, by what for: connect, image, font, frame and script. Pages that show it let them in.',
    v.optional(v.strictObject(outsideFields)),
  ),
  grants: described(
    'Of the host: what the owner of the site lets in. Origins, each with the apps that may use it, and whether pages enforce Trusted Types.',
    v.optional(
      v.strictObject({
        outside: v.optional(v.strictObject(grantFields)),
        trustedTypes: v.optional(v.picklist(['enforce', 'off'])),
      }),
    ),
  ),
  budget: described(
    'The most bytes that the app may take, brotli, where the settings of the site say nothing of it: script, style and html of a page, and its whole release.',
    v.optional(appBudget),
  ),
  shared: described(
    'Shared packages, by request: what the host provides (exact versions), what a remote requires (ranges).',
    v.record(plain, plain),
  ),
  brings: described(
    'What renders a remote in place of the host’s React: its own dependencies → version, such as another React.',
    v.optional(v.record(plain, plain)),
  ),
  builtAt: described('ISO 8601, UTC.', v.string()),
  commit: described(
    'The commit that it was built from, or null outside a checkout.',
    v.nullable(plain),
  ),
  source: described(
    'Where the app is at home: the repository that its package.json names, or else the package. Another one does not take its place unasked.',
    plain,
  ),
};

/** `release.json`: one immutable build of one app. */
export type ReleaseManifest = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;
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
