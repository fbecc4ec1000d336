import * as v from 'valibot';
import { formatTable } from './reports/text';

const bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const limits = v.record(v.string(), v.record(v.picklist(['script', 'style', 'html']), bytes));
const budget = v.object({
  /** App → bytes of all scripts and styles of its release, brotli. */
  apps: limits,
  /** Page → bytes that its first load takes, brotli: scripts, inlined styles, the HTML as a whole. */
  pages: limits,
});

/** What a release may weigh; ./budget.json. An app or page without an entry is not limited. */
export type Budget = v.InferOutput<typeof budget>;
export type Kind = 'script' | 'style' | 'html';

/** What something weighs, in bytes as visitors download them. */
export type Weight = Readonly<Partial<Record<Kind, number>>>;

export interface Weights {
  readonly apps: Readonly<Record<string, Weight>>;
  readonly pages: Readonly<Record<string, Weight>>;
}

/** One limit and what stands against it. */
export interface Excess {
  readonly what: string;
  readonly kind: Kind;
  readonly bytes: number;
  readonly limit: number;
}

/** @throws Error naming the place when the document is not a budget */
export function parseBudget(json: string): Budget {
  const parsed = v.safeParse(budget, JSON.parse(json));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(
    `The budget is wrong at "${v.getDotPath(issue) ?? 'its root'}": ${issue.message}.`,
  );
}

/** Every limit that is passed, the greatest excess first. A limit that is just reached is kept. */
export function excesses(limits: Budget, weights: Weights): Excess[] {
  const kinds: readonly Kind[] = ['script', 'style', 'html'];
  return (['apps', 'pages'] as const)
    .flatMap((place) =>
      Object.entries(limits[place]).flatMap(([what, limit]) =>
        kinds.flatMap((kind) => {
          const allowed = limit[kind];
          const weighed = weights[place][what]?.[kind];
          if (allowed === undefined || weighed === undefined || weighed <= allowed) return [];
          return [{ what, kind, bytes: weighed, limit: allowed }];
        }),
      ),
    )
    .sort((a, b) => b.bytes - b.limit - (a.bytes - a.limit));
}

/** Bytes with a comma between thousands, as budget.json's limits are compared to the byte. */
const exact = (count: number) => count.toLocaleString('en-US');

/** The figures of a refusal, as a table. */
export function formatExcesses(over: readonly Excess[]): string {
  const rows = over.map(({ what, kind, bytes: weighed, limit }) => [
    what,
    kind,
    exact(weighed),
    exact(limit),
    `+${exact(weighed - limit)}`,
  ]);
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
