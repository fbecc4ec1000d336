import * as v from 'valibot';
import type { ReleaseManifest } from '@shopwright/shared/contracts/release-manifest';
import { isText } from './compress';
import { formatTable } from './reports/format';

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
    'index.html': { script: 104_000, style: 8000, html: 14_900 },
    'signup.html': { script: 117_000, style: 7300, html: 11_500 },
  },
};

/**
 * Every limit that is passed, the greatest excess first. A limit that is just reached is kept.
 * @param sizes what all take, as visitors download it
 */
export function findExcesses(budget: Budget, sizes: Budget) {
  return (['apps', 'pages'] as const)
    .flatMap((place) =>
      Object.entries(sizes[place]).flatMap(([name, size]) => {
        const limits =
          budget[place][name] ?? budget[place][place === 'apps' ? '*' : '*.html'] ?? {};
        return kinds.flatMap((kind) => {
          const [bytes, limit] = [size[kind], limits[kind]];
          if (bytes === undefined || limit === undefined || bytes <= limit) return [];
          return [{ name, kind, bytes, limit }];
        });
      }),
    )
    .sort((a, b) => b.bytes - b.limit - (a.bytes - a.limit));
}

/** To the byte, since limits are compared to the byte. */
const exact = (count: number) => count.toLocaleString('en-US');

/** The figures of a refusal, as a table. */
export function formatExcesses(excesses: ReturnType<typeof findExcesses>): string {
  const rows = excesses.map(({ name, kind, bytes: taken, limit }) => {
    const figures = [exact(taken), exact(limit), `+${exact(taken - limit)}`];
    return [name, kind, ...figures];
  });
  const right = new Set(['Bytes', 'Limit', 'Over']);
  return formatTable(['Over budget', 'Of', 'Bytes', 'Limit', 'Over'], rows, right);
}

/** The largest modules of an app, as a sentence; '' when none are known. */
export function formatModules(
  app: string,
  modules: readonly { readonly name: string; readonly bytes: number }[],
  count = 5,
): string {
  if (modules.length === 0) return '';
  const largest = [...modules].sort((a, b) => b.bytes - a.bytes).slice(0, count);
  const named = largest.map(({ name, bytes: size }) => `${name} (${exact(size)})`).join(', ');
  return `The largest modules of ${app}, in bytes before minification: ${named}.`;
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
