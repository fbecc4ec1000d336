import * as v from 'valibot';
import type { Prices } from './plans';

/**
 * How the release tool has pages made. The code that turns releases into pages belongs to the host's
 * release: its rendering bundle exports a `composer`, and a rollback of the host rolls that back too.
 * The tool loads the bundle, answers what the composer asks for, and stores what it returns. A change
 * here that either side of an older checkout would not understand raises the version.
 */
export const composerVersion = 1;

/** One release of a composition. */
export interface ComposerRelease {
  /** Text of its release.json. */
  readonly manifest: string;
  /** Reads a text file that the manifest names, checked against its hash. */
  readonly readFile: (name: string) => Promise<string>;
  /**
   * Runs the rendering bundle and returns its exports.
   * @param provided what the bundle may `require`, by request; nothing else is there for it
   */
  readonly load: (provided: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

export const signalsSettings = v.object({
  /** A path of the site, such as that of the embedded collector, or an https address. */
  url: v.pipe(
    v.string(),
    v.regex(/^(?:\/(?!\/)|https:\/\/)[^\s"&<>\\]+$/),
    v.check((url) => URL.canParse(url, 'https://example.com')),
  ),
  /** Per cent of the visits that say anything. */
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});
export type SignalsSettings = v.InferOutput<typeof signalsSettings>;

/** What a page is made of, all of it: composing reads no clock, no environment and no other file. */
export interface ComposerInput {
  /** One release per app, by app name. */
  readonly releases: Readonly<Record<string, ComposerRelease>>;
  /** Prices for first paint, or null when none could ever be read. */
  readonly prices: Prices | null;
  /** '' on the live site, '/preview/<name>' in a preview. */
  readonly basePath: string;
  /** False for previews: every page says noindex. */
  readonly indexable: boolean;
  readonly settings: {
    /** Public origin without a trailing slash, for canonical addresses. */
    readonly siteUrl: string;
    /** Where pages send what visits came to; absent or null: nowhere. */
    readonly signals?: SignalsSettings | null;
  };
  /** Called before an app's code runs: if that throws, hangs or crashes, the refusal says this. */
  readonly announce: (step: Step) => void;
}

/** The app whose code is about to run, and what to say of it if it fails: 'could not be loaded'. */
export interface Step {
  readonly app: string;
  readonly what: string;
}

/** A page name is a file name at the root of the site, never a path. */
const pageName = v.pipe(v.string(), v.regex(/^[\w-]+(?:\.[\w-]+)+$/));

const page = v.union([
  v.object({ text: v.string() }),
  /** A copy of a browser file of the host's release. */
  v.object({ file: v.string() }),
]);

/** Complete pages with the other files of the site's root, or why there are none. */
export const composerOutput = v.union([
  v.object({ pages: v.record(pageName, page) }),
  v.object({ violations: v.array(v.object({ app: v.string(), reason: v.string() })) }),
]);
export type ComposerOutput = v.InferOutput<typeof composerOutput>;

export interface Composer {
  readonly version: number;
  /** @throws whatever an app's code throws */
  readonly compose: (input: ComposerInput) => Promise<ComposerOutput>;
}
