import * as v from 'valibot';
import type { PageHead } from './module';

/**
 * How the release tool has pages made. The code that turns releases into pages belongs to the host’s release,
 * so a rollback of the host rolls it back too. `server.cjs` exports a `composer` (@composed/host/composer), which plans
 * and composes and never sees what a remote rendered. `renderer.cjs` exports a `renderer` (@composed/host/renderer), by
 * which each remote’s modules are rendered apart from all others. What they give is parsed by the schemas below. A
 * change that an older checkout on either side would not understand raises the version.
 */
export const composerVersion = 1;

/** Calls to `/api/<app>/` go to where the operator says that the app is answered: no page is there. */
export const callsPrefix = '/api';

/** One release of a deployment. */
export interface ComposerRelease {
  /** Text of its release.json. */
  readonly manifest: string;
  /** Reads a text file that the manifest names, checked against its hash. */
  readonly readFile: (name: string) => Promise<string>;
}

/** Where pages send what visits came to, as an operator sets it. */
export const telemetrySettings = v.object({
  /** A path of the site, such as that of the embedded collector, or an https address. */
  url: v.pipe(
    v.string(),
    v.regex(/^(?:\/(?!\/)|https:\/\/)[^\s"&<>\\]+$/),
    v.check((url) => URL.canParse(url, 'https://example.com')),
  ),
  /** Per cent of the visits that say anything. */
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});
export type TelemetrySettings = v.InferOutput<typeof telemetrySettings>;

/** JSON that a host asks for by its name, in the release.json of the host. */
export const siteJson = v.object({
  /** The answer, which the host parses. */
  value: v.unknown(),
  /** ISO 8601 date (UTC). */
  readOn: v.string(),
});
export type SiteJson = v.InferOutput<typeof siteJson>;

/** All that a page is made of. Composing reads no clock, no environment and no other file. */
export interface ComposerInput {
  /** One release per app, by app name. */
  readonly releases: Readonly<Record<string, ComposerRelease>>;
  /** The data that the host asks for, by name. What could never be read is missing. */
  readonly data: Readonly<Record<string, SiteJson>>;
  /** '' on the live site, '/preview/<name>' in a preview. */
  readonly basePath: string;
  /** False for previews: every page says noindex. */
  readonly indexable: boolean;
  readonly settings: {
    /** Public origin without a trailing slash, for canonical addresses. */
    readonly siteUrl: string;
    /** Where pages send what visits came to; absent or null: nowhere. */
    readonly telemetry?: TelemetrySettings | null;
  };
  /** The SHA-256 of a text, in base64. */
  readonly hash: (text: string) => string;
  /** Called before each step. If that fails, the refusal quotes this (‘could not render /’). */
  readonly announce: (what: string) => void;
  /** The head of a page by the `renderedName` of its module, once that is rendered, or null. */
  readonly headOf?: (name: string) => Promise<PageHead | null>;
  /** Takes each page once it is made; the composer then returns no `pages`. */
  readonly takePage?: (address: string, html: string) => void;
}

const inPage = {
  /** Federation id, '<app>/<expose>'. */
  id: v.pipe(v.string(), v.regex(/^[\w-]+\/[\w-]+$/)),
  app: v.string(),
  expose: v.string(),
  /** The version of the React that its release brings, in place of the host's. */
  ownReact: v.exactOptional(v.string()),
  /** Props as JSON: of a part, beside those that the module around it gives. */
  props: v.record(v.string(), v.unknown()),
  /** Slots that it opens for any number of modules, by name: those that stand there, in their order. */
  opens: v.exactOptional(v.record(v.string(), v.array(v.string()))),
};

/** A remote's module that some page shows. */
export const plannedModule = v.object({
  ...inPage,
  /** Every module that may stand inside of it, or of one of those. */
  parts: v.exactOptional(v.array(v.object(inPage))),
  /** The name of a part in a page that may have several of it; its ids begin with that. */
  part: v.exactOptional(v.string()),
  /** Tells it from the same module with other props, derived from these; '' where every page gives it the same. */
  key: v.optional(v.pipe(v.string(), v.regex(/^[\w-]*$/)), ''),
  /** A page that gives it these props, where not every page does. */
  address: v.exactOptional(v.string()),
  /** Whether the module is a page, whose head it may say. */
  isPage: v.exactOptional(v.literal(true)),
});
export type PlannedModule = v.InferOutput<typeof plannedModule>;

/** The name of a module with its props among all that are rendered. */
export const renderedName = ({ id, key }: Pick<PlannedModule, 'id' | 'key'>) =>
  key === '' ? id : `${id}#${key}`;

/** The name of a module in refusals: with the page that it is rendered for, where not all have it alike. */
export const displayName = ({ expose, address }: Pick<PlannedModule, 'expose' | 'address'>) =>
  address === undefined ? expose : `${expose} for ${address}`;

/** The name of a module's page head among all that is rendered. */
export const headName = (name: string) => `${name}?head`;

/**
 * The placeholder of a module in the host’s pages, alone in its element. The tool puts the markup there.
 * @param name its `renderedName`
 */
export function slotComment(name: string): string {
  return `<!--slot:${name}-->`;
}

/** The name of a file at the root of the site, never a path, and never that of a page. */
const rootFile = v.pipe(v.string(), v.regex(/^[\w-]+(?:\.[\w-]+)*\.(?!(?:html|br|gz)$)[\w-]+$/));

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
  /** Names of the data that the host could not read: it did without. */
  unread: v.array(v.string()),
  /** Federation ids of the modules that the host has a slot for and no release has. */
  empty: v.array(v.string()),
});
/** The output of a composer, but for its pages, which come to the tool one by one. */
export const composerOutput = v.union([filesOfSite, violations]);
