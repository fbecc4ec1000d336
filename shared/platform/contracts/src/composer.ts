import * as v from 'valibot';
import type { PageHead } from './module';
import { textLike } from './schemas';

/**
 * The interface between the release tool and the host's release, which holds the code that turns releases into pages: a
 * rollback of the host rolls that code back too. `server.cjs` exports a `composer` (@composed/host/composer), which
 * plans and composes pages with a placeholder for each remote. `renderer.cjs` exports a `renderer`
 * (@composed/host/renderer), which renders the modules of each remote apart from all others. The schemas below parse
 * their results. Raise the version for a change that an older checkout on either side would not understand.
 */
export const composerVersion = 1;

/** Calls to `/api/<app>/` are forwarded to the service that the operator names for the app, so no page can be here. */
export const callsPrefix = '/api';

/** One release of a deployment. */
export interface ComposerRelease {
  /** Text of its release.json. */
  readonly manifest: string;
  /** Reads a text file that the manifest names, checked against its hash. */
  readonly readFile: (name: string) => Promise<string>;
}

/** Where pages send telemetry, as the operator sets it. */
export const telemetrySettings = v.object({
  /** A path of the site, such as that of the embedded collector, or an https address. */
  url: v.pipe(
    v.string(),
    v.regex(/^(?:\/(?!\/)|https:\/\/)[^\s"&<>\\]+$/),
    v.check((url) => URL.canParse(url, 'https://example.com')),
  ),
  /** Per cent of the visits that send telemetry. */
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});
export type TelemetrySettings = v.InferOutput<typeof telemetrySettings>;

/** Data that the host's release.json asks for by name. */
export const siteJson = v.object({
  /** JSON that the host parses. */
  value: v.unknown(),
  /** ISO 8601 date (UTC). */
  readOn: v.string(),
});
export type SiteJson = v.InferOutput<typeof siteJson>;

/** Everything that pages are composed from: composing reads no clock, no environment and no other file. */
export interface ComposerInput {
  /** One release per app, by app name. */
  readonly releases: Readonly<Record<string, ComposerRelease>>;
  /** The data that the host asks for, by name. Data that has never been read is missing. */
  readonly data: Readonly<Record<string, SiteJson>>;
  /** '' on the live site, '/preview/<name>' in a preview. */
  readonly basePath: string;
  /** False for previews: every page says noindex. */
  readonly indexable: boolean;
  readonly settings: {
    /** Public origin without a trailing slash, for canonical addresses. */
    readonly siteUrl: string;
    /** Where pages send telemetry; absent or null: nowhere. */
    readonly telemetry?: TelemetrySettings | null;
  };
  /** The SHA-256 of a text, in base64. */
  readonly hash: (text: string) => string;
  /** Called before each step with the text that a refusal quotes if the step fails (‘could not render /’). */
  readonly announce: (what: string) => void;
  /** The head that a page's module gives, or null, by its `renderedName`. Resolves once the module is rendered. */
  readonly headOf?: (name: string) => Promise<PageHead | null>;
  /** Receives each page as soon as it is composed; the composer then returns no `pages`. */
  readonly takePage?: (address: string, html: string) => void;
}

const inPage = {
  /** Federation id, '<app>/<expose>'. */
  id: textLike(/^[\w-]+\/[\w-]+$/),
  app: v.string(),
  expose: v.string(),
  /** The version of its own React, if its release brings one. */
  ownReact: v.exactOptional(v.string()),
  /** Props as JSON. A part also gets those that the module around it gives. */
  props: v.record(v.string(), v.unknown()),
  /** Slots that it opens, by name: the federation ids of the modules in each, in their order. */
  opens: v.exactOptional(v.record(v.string(), v.array(v.string()))),
};

/** A remote's module that some page shows. */
export const plannedModule = v.object({
  ...inPage,
  /** All modules that may stand inside it, at any depth. */
  parts: v.exactOptional(v.array(v.object(inPage))),
  /** The name of this part in its page, which may have several of one module; the prefix of its ids. */
  part: v.exactOptional(v.string()),
  /** A hash of its props, if pages give it different ones; '' if all pages give it the same. */
  key: v.optional(textLike(/^[\w-]*$/), ''),
  /** A page that gives it these props, unless all pages do. */
  address: v.exactOptional(v.string()),
  /** Set if the module is a page, so it may give the page's head. */
  isPage: v.exactOptional(v.literal(true)),
});
export type PlannedModule = v.InferOutput<typeof plannedModule>;

/** Identifies a module with its props among everything that is rendered. */
export const renderedName = ({ id, key }: Pick<PlannedModule, 'id' | 'key'>) =>
  key === '' ? id : `${id}#${key}`;

/** The name of a module in refusals, with the page that it is rendered for if pages give it different props. */
export const displayName = ({ expose, address }: Pick<PlannedModule, 'expose' | 'address'>) =>
  address === undefined ? expose : `${expose} for ${address}`;

/** Identifies the head that a module gives among everything that is rendered. */
export const headName = (name: string) => `${name}?head`;

/**
 * The placeholder of a module in the host’s pages. The release tool replaces it by the module's markup.
 * @param name its `renderedName`
 */
export function slotComment(name: string): string {
  return `<!--slot:${name}-->`;
}

/** A file name at the root of the site: no path, and not the name of a page's file. */
const rootFile = textLike(/^[\w-]+(?:\.[\w-]+)*\.(?!(?:html|br|gz)$)[\w-]+$/);

const content = v.union([
  v.object({ text: v.string() }),
  /** A copy of a browser file of the host's release. */
  v.object({ file: v.string() }),
]);

const violations = v.object({
  violations: v.array(v.object({ app: v.string(), reason: v.string() })),
});

const filesOfSite = v.object({
  files: v.record(rootFile, content),
  /** Names of the data that the host could not parse, and did without. */
  unread: v.array(v.string()),
  /** Federation ids of modules that have a slot and no release. */
  empty: v.array(v.string()),
});
/** The output of a composer without its pages, which the tool receives one by one. */
export const composerOutput = v.union([filesOfSite, violations]);
