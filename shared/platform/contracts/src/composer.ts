import * as v from 'valibot';
import type { PageHead } from './module';
import { textLike } from './schemas';

/**
 * The interface between the release tool and the host's release. That release contains the code that turns releases into
 * pages, so a rollback of the host rolls this code back too. `server.cjs` exports a `composer` (@composed/host/composer),
 * which plans and composes pages with a placeholder for each remote's module. `renderer.cjs` exports a `renderer`
 * (@composed/host/renderer), which renders the modules of one remote at a time. The schemas below parse their results.
 * Raise the version for a change that an older checkout on either side would not understand.
 */
export const composerVersion = 1;

/** The prefix under which calls are forwarded to the apps' own services (`/api/<app>/`). No page can have it. */
export const callsPrefix = '/api';

/** One release of a deployment. */
export interface ComposerRelease {
  /** The text of the release's release.json. */
  readonly manifest: string;
  /** Reads a text file that the manifest names, and checks its hash. */
  readonly readFile: (name: string) => Promise<string>;
}

/** The operator's settings for telemetry. */
export const telemetrySettings = v.object({
  /** A path of the site, such as the embedded collector's, or an https address. */
  url: v.pipe(
    v.string(),
    v.regex(/^(?:\/(?!\/)|https:\/\/)[^\s"&<>\\]+$/),
    v.check((url) => URL.canParse(url, 'https://example.com')),
  ),
  /** The percentage of visits that send telemetry. */
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});
export type TelemetrySettings = v.InferOutput<typeof telemetrySettings>;

/** One item of the data that the host's release.json asks for by name. */
export const siteDataItem = v.object({
  /** JSON that the host parses. */
  value: v.unknown(),
  /** The date on which the data was read, in ISO 8601 (UTC). */
  readOn: v.string(),
});
export type SiteDataItem = v.InferOutput<typeof siteDataItem>;

/** Everything that pages are composed from: composing reads no clock, no environment and no other file. */
export interface ComposerInput {
  /** One release per app, by app name. */
  readonly releases: Readonly<Record<string, ComposerRelease>>;
  /** The data that the host asks for, by name. Data that could never be read is missing. */
  readonly data: Readonly<Record<string, SiteDataItem>>;
  /** '' on the live site, '/preview/<name>' in a preview. */
  readonly basePath: string;
  /** False for previews, whose pages all have `noindex`. */
  readonly indexable: boolean;
  readonly settings: {
    /** Public origin without a trailing slash, for canonical addresses. */
    readonly siteUrl: string;
    /** Absent or null if pages send no telemetry. */
    readonly telemetry?: TelemetrySettings | null;
  };
  /** Returns the SHA-256 of a text, in base64. */
  readonly hash: (text: string) => string;
  /** Called before each step with the text that a refusal quotes if the step fails ('could not render /'). */
  readonly announce: (failure: string) => void;
  /** Returns the head that a page's module gives, or null, by its `renderedName`. Resolves once the module is rendered. */
  readonly headOf?: (name: string) => Promise<PageHead | null>;
  /** Receives each page as soon as it is composed; the composer then returns no `pages`. */
  readonly takePage?: (address: string, html: string) => void;
}

const inPage = {
  /** Federation id, '<app>/<expose>'. */
  id: textLike(/^[\w-]+\/[\w-]+$/),
  app: v.string(),
  expose: v.string(),
  /** The version of the module's own React, if its release brings one. */
  ownReact: v.exactOptional(v.string()),
  /** The host's props, as JSON. A part also gets props from the module around it. */
  props: v.record(v.string(), v.unknown()),
  /** Slots that the module opens, by name, each with the federation ids of the modules in it, in their order. */
  opens: v.exactOptional(v.record(v.string(), v.array(v.string()))),
};

/** A remote's module that some page shows. */
export const plannedModule = v.object({
  ...inPage,
  /** All modules that may stand inside the module, at any depth. */
  parts: v.exactOptional(v.array(v.object(inPage))),
  /** The name of this part in its page, which may show the same module several times. It is the prefix of the part's ids. */
  part: v.exactOptional(v.string()),
  /** A hash of the props if they differ between pages; '' if all pages give the module the same props. */
  key: v.optional(textLike(/^[\w-]*$/), ''),
  /** The address of a page that gives the module these props. Absent if all pages do. */
  address: v.exactOptional(v.string()),
  /** Set if the module is a page, and so may give the page's head. */
  isPage: v.exactOptional(v.literal(true)),
});
export type PlannedModule = v.InferOutput<typeof plannedModule>;

/** Identifies a module with its props among everything that is rendered. */
export const renderedName = ({ id, key }: Pick<PlannedModule, 'id' | 'key'>) =>
  key === '' ? id : `${id}#${key}`;

/** Returns the name of a module for refusals. It includes the page's address if pages give the module different props. */
export const displayName = ({ expose, address }: Pick<PlannedModule, 'expose' | 'address'>) =>
  address === undefined ? expose : `${expose} for ${address}`;

/** Identifies the head that a module gives, among everything that is rendered. */
export const headName = (name: string) => `${name}?head`;

/**
 * Returns the placeholder of a module in the host's pages. The release tool replaces it with the module's markup.
 * @param name the module's `renderedName`
 */
export function slotComment(name: string): string {
  return `<!--slot:${name}-->`;
}

/** Matches names of files at the root of the site: without a path, and not the name of a page's file. */
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
  /** Names of the data that the host could not parse. Its pages were composed without them. */
  unread: v.array(v.string()),
  /** Federation ids of modules that have a slot but no release. */
  empty: v.array(v.string()),
});
/** The output of a composer. The pages are not part of it, since the tool receives them one by one. */
export const composerOutput = v.union([filesOfSite, violations]);
