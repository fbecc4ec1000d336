import { hash } from 'node:crypto';
import type { Deployment } from '@composed/compose/deployment';
import { readStyleElements } from '@composed/compose/deployment/composed-page';
import type { Ledger } from '../ledger/ledger';
import type { ReleaseTool } from '../tool/release-tool';
import { readDeploymentIndex } from './deployments';

/** The pages with markup or styles that no earlier deployment had. */
export interface NewPages {
  /** Their names, one for each hash. */
  readonly names: readonly string[];
  /** Hash of markup and styles → the first page that has it. Includes pages that are not new. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Hashes of pages whose styles were checked for earlier deployments. */
  readonly earlierHashes: readonly string[];
}

/** Attributes whose values style sheets often select. */
const selectableAttributes = new Set([
  'class',
  'data-slot',
  'data-href',
  'dir',
  'lang',
  'role',
  'type',
]);

/** Matches an attribute selector with a value, or an id selector. */
const namedValue = /\[\s*([\w:.-]+)\s*[~|^$*]?=|#[\w-]+/g;

/**
 * Hashes everything of a page that decides what style sheets match: the sheets, the elements, and their attributes,
 * without values that no selector has. Pages of one data route, which differ in texts and addresses, have the same hash.
 */
function markupHash(html: string): string {
  const sheets = readStyleElements(html);
  const rules = sheets.map(({ app, element }) => (app === 'host' ? '' : element)).join('');
  const selectedValues = new Set([...rules.matchAll(namedValue)].map(([id, name]) => name ?? id));
  const isSelectable = (name: string, value: string) =>
    selectableAttributes.has(name) ||
    selectedValues.has(name) ||
    (name === 'id' && selectedValues.has(`#${value}`));
  const [root = ''] = /<html[^>]*>/.exec(html) ?? [];
  const markup = html
    .slice(Math.max(0, html.indexOf('<body')))
    .replace(/ ([\w:.-]+)="([^"]*)"/g, (attribute, name: string, value: string) =>
      isSelectable(name, value) ? attribute : ` ${name}`,
    )
    .replace(/>[^<]+/g, '>');
  return hash(
    'sha256',
    [...sheets.map(({ href }) => href), root, markup].join('\n'),
    'base64url',
  ).slice(0, 22);
}

/** Compares the pages of a deployment with the hashes that the index of the live deployment lists. */
export async function findNewPages(
  {
    tool,
    ledger: { live },
  }: {
    readonly tool: Pick<ReleaseTool, 'store'>;
    readonly ledger: Pick<Ledger, 'live'>;
  },
  { pages }: Deployment,
): Promise<NewPages> {
  const index = live && (await readDeploymentIndex(tool.store, live.deployment).catch(() => null));
  const earlierHashes = index?.checkedHashes ?? [];
  const hashes = new Map<string, string>();
  for (const [name, bytes] of pages) {
    if (!name.endsWith('.html')) continue;
    const markup = markupHash(String(bytes));
    if (!hashes.has(markup)) hashes.set(markup, name);
  }
  const known = new Set(earlierHashes);
  const names = [...hashes].flatMap(([markup, name]) => (known.has(markup) ? [] : [name]));
  return { names, hashes, earlierHashes };
}
