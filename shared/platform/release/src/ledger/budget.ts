import { appBudget, type ReleaseManifest } from '@composed/contracts/release-manifest';
import * as v from 'valibot';
import { copiesOf } from '../store/compress';
import { keys } from '../store/store';

type AppBudget = v.InferOutput<typeof appBudget>;
export type Kind = keyof AppBudget;
export const kinds = v.keyof(appBudget).options;

/** App → the limits that a site sets; '*' stands for every app without its own. */
export const budget = v.record(v.string(), appBudget);
export type Budget = v.InferOutput<typeof budget>;

/** The budget of a store until somebody sets another. */
export const defaultBudget: Budget = {
  '*': { script: 12_000, style: 4000, html: 4000, release: 29_000 },
};

/** The platform's own scripts are most of a host's. */
const anyHost: AppBudget = { script: 104_000, style: 4000, html: 6000, release: 130_000 };

/**
 * The limits of an app, the last that names one: of every app (`'*'`), of any host, of its release, of the site for it.
 */
export function limitsOf(budget: Budget, app: string, ownBudget: AppBudget | undefined): AppBudget {
  return { ...budget['*'], ...(app === 'host' && anyHost), ...ownBudget, ...budget[app] };
}

/** Bytes that an app takes in a page, or as a release. */
export interface Load {
  /** A page, or the version of a release. */
  readonly where: string;
  readonly app: string;
  readonly kind: Kind;
  readonly bytes: number;
}

/**
 * Loads over their app's limit, the greatest excess first. An app has one for each kind, its greatest. A load may reach
 * its limit.
 */
export function findExcesses(loads: readonly Load[], limits: ReadonlyMap<string, AppBudget>) {
  const over = loads
    .map((load) => {
      const limit = limits.get(load.app)?.[load.kind] ?? Infinity;
      return { ...load, limit, over: load.bytes - limit };
    })
    .filter((load) => load.over > 0)
    .sort((a, b) => b.over - a.over);
  return [...new Map(over.toReversed().map((load) => [subjectOf(load), load])).values()].reverse();
}

/** The key by which a load is compared with that of another release; HTML is compared page by page. */
export const subjectOf = ({ app, kind, where }: Load) =>
  `${kind} of ${app}${kind === 'html' ? ` in ${where}` : ''}`;

/**
 * Bytes that a host may exceed its limits by, for each page or slot that the live site lacks: a row in a table, the
 * name and hash of a script, and a small page.
 */
export const shellGrowth: Required<AppBudget> = {
  script: 250,
  style: 250,
  html: 150,
  release: 3000,
};

/** Pages and slots of a site; pages of data, which are in one folder, count once. */
export function shellSize(pages: Iterable<string>, slots: Iterable<string>): number {
  const folders = Array.from(pages, (page) => page.replace(/\/.*/, '/'));
  return new Set([...folders, ...Array.from(slots, (id) => `slot ${id}`)]).size;
}

/** The file that visitors download for a browser file: brotli where there is a copy. */
export const downloadKey = (key: string) => copiesOf(key)[0]?.key ?? key;

type BrowserFiles = Pick<ReleaseManifest, 'app' | 'files'>;

/** The files that visitors may download of a release. */
export const downloadKeys = ({ app, files }: BrowserFiles) =>
  Object.keys(files).map((name) => downloadKey(keys.asset(app, name)));

/**
 * Bytes of a release's browser files as visitors download them.
 * @param stored key → bytes of `downloadKeys`
 */
export function downloadSizes({ app, files }: BrowserFiles, stored: ReadonlyMap<string, number>) {
  const sizes = { script: 0, style: 0, other: 0, total: 0 };
  for (const [name, file] of Object.entries(files)) {
    const bytes = stored.get(downloadKey(keys.asset(app, name))) ?? file.bytes;
    const kind = /\.m?js$/.test(name) ? 'script' : name.endsWith('.css') ? 'style' : 'other';
    sizes[kind] += bytes;
    sizes.total += bytes;
  }
  return sizes;
}
