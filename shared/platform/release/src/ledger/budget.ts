import { appBudget, type ReleaseManifest } from '@composed/contracts/release-manifest';
import * as v from 'valibot';
import { listCopies } from '../store/compress';
import { keys } from '../store/store';

type AppBudget = v.InferOutput<typeof appBudget>;
/** The subject of a limit: scripts, styles or HTML of a page, or all files of a release. */
export type BudgetKind = keyof AppBudget;
export const budgetKinds = v.keyof(appBudget).options;

/** App → the limits that a site sets; '*' is for every app without limits of its own. */
export const budgetSchema = v.record(v.string(), appBudget);
export type Budget = v.InferOutput<typeof budgetSchema>;

/** The budget of a site that has not set its own. */
export const defaultBudget: Budget = {
  '*': { script: 12_000, style: 4000, html: 4000, release: 29_000 },
};

/** Limits for every host, most of whose scripts are the platform's. */
const anyHost: AppBudget = { script: 104_000, style: 4000, html: 6000, release: 130_000 };

/**
 * Returns the limits of an app. Limits for every app (`'*'`) are overridden by those for any host, these by those of the
 * app's release, and these by those that the site sets for the app.
 */
export function findLimits(
  budget: Budget,
  app: string,
  ownBudget: AppBudget | undefined,
): AppBudget {
  return { ...budget['*'], ...(app === 'host' && anyHost), ...ownBudget, ...budget[app] };
}

/** Bytes that an app takes in a page, or as a release. */
export interface Usage {
  /** The file of a page, or the version of a release. */
  readonly where: string;
  readonly app: string;
  readonly kind: BudgetKind;
  readonly bytes: number;
}

/**
 * Finds usages that are over the limit of their app, the greatest excess first: for each subject (`subjectOf`) only the
 * greatest usage. A usage may equal its limit.
 */
export function findExcesses(usages: readonly Usage[], limits: ReadonlyMap<string, AppBudget>) {
  const excesses = usages
    .map((usage) => {
      const limit = limits.get(usage.app)?.[usage.kind] ?? Infinity;
      return { ...usage, limit, over: usage.bytes - limit };
    })
    .filter((usage) => usage.over > 0)
    .sort((a, b) => b.over - a.over);
  const subjects = excesses.map(subjectOf);
  return excesses.filter((usage, n) => subjects.indexOf(subjectOf(usage)) === n);
}

/** Returns the key by which usages of two releases are compared. HTML is compared page by page. */
export const subjectOf = ({ app, kind, where }: Usage) =>
  `${kind} of ${app}${kind === 'html' ? ` in ${where}` : ''}`;

/**
 * Bytes by which a host may exceed its limits for each page or slot that the live site lacks, since each needs a row in a
 * table, the name and hash of a script, and a small page.
 */
export const growthPerPageOrSlot: Required<AppBudget> = {
  script: 250,
  style: 250,
  html: 150,
  release: 3000,
};

/** Counts the pages and slots of a site. Pages of data in one folder count as one. */
export function countPagesAndSlots(pages: Iterable<string>, slots: Iterable<string>): number {
  const folders = Array.from(pages, (page) => page.replace(/\/.*/, '/'));
  return new Set([...folders, ...Array.from(slots, (id) => `slot ${id}`)]).size;
}

/** Returns the key of the file that visitors download for a browser file: its brotli copy, if it has one. */
export const findDownloadKey = (key: string) => listCopies(key)[0]?.key ?? key;

type BrowserFiles = Pick<ReleaseManifest, 'app' | 'files'>;

/** Returns the keys of the files that visitors may download of a release. */
export const listDownloadKeys = ({ app, files }: BrowserFiles) =>
  Object.keys(files).map((name) => findDownloadKey(keys.asset(app, name)));

function categoryOf(name: string) {
  if (/\.m?js$/.test(name)) return 'script';
  return name.endsWith('.css') ? 'style' : 'other';
}

/**
 * Returns the bytes of a release's browser files as visitors download them.
 * @param stored key → bytes, for the keys of `listDownloadKeys`
 */
export function measureDownloads(
  { app, files }: BrowserFiles,
  stored: ReadonlyMap<string, number>,
) {
  const sizes = { script: 0, style: 0, other: 0, total: 0 };
  for (const [name, file] of Object.entries(files)) {
    const bytes = stored.get(findDownloadKey(keys.asset(app, name))) ?? file.bytes;
    sizes[categoryOf(name)] += bytes;
    sizes.total += bytes;
  }
  return sizes;
}
