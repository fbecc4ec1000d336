import * as v from 'valibot';
import type { ReleaseManifest } from '@shopwright/shared/contracts/release-manifest';
import { isText } from './compress';

export const kinds = ['script', 'style', 'html'] as const;

const bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const limits = v.record(v.string(), v.record(v.picklist(kinds), bytes));

/**
 * The most that a release may take, brotli. The entries '*' and '*.html' are for
 * every app and page without one of its own.
 */
export const budget = v.object({
  /** App → bytes of all scripts and styles of its release. */
  apps: limits,
  /** Page → bytes of its first load: scripts, inlined styles, the HTML as a whole. */
  pages: limits,
});
export type Budget = v.InferOutput<typeof budget>;

/** The budget of a store until somebody sets another. */
export const defaultBudget: Budget = {
  apps: {
    '*': { script: 25_000, style: 4000 },
    // Among the scripts: 3 KB of the review overlay, which no visitor loads, and 4.5 KB for signals.
    host: { script: 126_000, style: 6500 },
    pricing: { script: 6000, style: 2600 },
    signup: { script: 20_500, style: 2300 },
  },
  // Of the HTML, 0.3 KB is what pages hold where the site has signals.
  pages: {
    '*.html': { script: 103_000, style: 6500, html: 10_300 },
    'index.html': { script: 104_300, style: 8000, html: 14_900 },
    'signup.html': { script: 117_200, style: 7300, html: 11_500 },
  },
};

/** App or page → bytes of each kind, as visitors download them. */
export type Sizes = Readonly<Record<string, Budget['apps'][string]>>;

/** Every limit that is passed, the greatest excess first. A limit that is just reached is kept. */
export function findExcesses({ apps, pages }: Budget, sizes: Sizes) {
  return Object.entries(sizes)
    .flatMap(([name, size]) => {
      const isPage = name.endsWith('.html');
      const limits = isPage ? (pages[name] ?? pages['*.html']) : (apps[name] ?? apps['*']);
      return kinds.flatMap((kind) => {
        const [bytes = 0, limit = Infinity] = [size[kind], limits?.[kind]];
        return bytes > limit ? [{ name, kind, bytes, limit }] : [];
      });
    })
    .sort((a, b) => b.bytes - b.limit - (a.bytes - a.limit));
}

/**
 * Bytes of a release's browser files as visitors download them.
 * @param stored key → bytes of what the store holds of the app: brotli where there is a copy
 */
export function downloadSizes(
  { app, files }: Pick<ReleaseManifest, 'app' | 'files'>,
  stored: ReadonlyMap<string, number>,
) {
  const sizes = { script: 0, style: 0, other: 0, total: 0 };
  for (const [name, file] of Object.entries(files)) {
    const copy = isText(name) ? stored.get(`assets/${app}/${name}.br`) : undefined;
    const kind = /\.m?js$/.test(name) ? 'script' : name.endsWith('.css') ? 'style' : 'other';
    sizes[kind] += copy ?? file.bytes;
    sizes.total += copy ?? file.bytes;
  }
  return sizes;
}
