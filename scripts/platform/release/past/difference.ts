import { parse } from 'parse5';
import type { Composition } from '../../compose/composition';
import { attribute, elementsIn, textOf } from '../../compose/check-page';
import { type Ledger, readLedger } from '../ledger';
import { formatBytes, formatMoment } from '../reports/format';
import type { ReleaseTool } from '../tool';
import { liveAt, type Moment, momentsOf, findMoment, pagesOf } from './moments';

/** What a page says to people, and to browsers in its policy, line by line. */
function readPage(bytes: Buffer | undefined) {
  const elements = elementsIn(parse(bytes?.toString('utf8') ?? ''));
  const shown = elements.filter(({ tagName }) => !['script', 'style'].includes(tagName));
  const policies = elements.filter((element) => attribute(element, 'http-equiv') !== undefined);
  return {
    text: shown.map((element) => textOf(element).trim()).filter(Boolean),
    policy: policies.flatMap((element) => attribute(element, 'content')?.split('; ') ?? []),
  };
}

/** What is in one list and not in the other. */
const changed = (before: readonly string[], after: readonly string[]) => ({
  gone: before.filter((line) => !after.includes(line)),
  added: after.filter((line) => !before.includes(line)),
});

function pageChanges(before: Composition, after: Composition) {
  const names = [...new Set([...before.pages.keys(), ...after.pages.keys()])].sort();
  return names.flatMap((page) => {
    const [old, now] = [before.pages.get(page), after.pages.get(page)];
    if (old && now?.equals(old)) return [];
    const bytes = [old?.byteLength ?? null, now?.byteLength ?? null] as const;
    const [from, to] = page.endsWith('.html') ? [readPage(old), readPage(now)] : [];
    const text = changed(from?.text ?? [], to?.text ?? []);
    return { page, bytes, text, policy: changed(from?.policy ?? [], to?.policy ?? []) };
  });
}

/** The apps whose releases differ, and everything that happened to each from one moment to the other. */
function appChanges(moments: readonly Moment[]) {
  const [first, last] = [moments[0]?.releases ?? {}, moments.at(-1)?.releases ?? {}];
  const apps = Object.keys({ ...first, ...last }).sort();
  return apps.flatMap((app) => {
    const [from = null, to = null] = [first[app], last[app]];
    const entries = moments.slice(1).flatMap(({ entry }) => {
      const isOfApp = entry.removed?.app === app || entry.changes.some((each) => each.app === app);
      return isOfApp ? { at: entry.at, by: entry.by, action: entry.action } : [];
    });
    return from === to ? [] : { app, from, to, entries };
  });
}

/**
 * What differs between two moments, the earlier one first.
 * @param typed as `findMoment` takes it
 */
export async function difference(tool: ReleaseTool, ...typed: readonly [string, string]) {
  const ledger: Ledger = await readLedger(tool.store);
  const all = momentsOf(ledger);
  const [a, b] = typed.map((text) => all.indexOf(findMoment(all, text, tool.now())));
  const moments = all.slice(Math.min(a ?? 0, b ?? 0), Math.max(a ?? 0, b ?? 0) + 1);
  const ends = [moments[0], moments.at(-1)].flatMap((moment) => moment ?? []);
  const [before, after] = await Promise.all(
    ends.map(async (moment) => pagesOf(tool, await liveAt(tool.store, ledger, moment), moment)),
  );
  return {
    apps: appChanges(moments),
    pages: before && after ? pageChanges(before, after) : [],
  };
}

export function formatDifference({ apps, pages }: Awaited<ReturnType<typeof difference>>): string {
  const size = (bytes: number | null) => (bytes === null ? 'none' : formatBytes(bytes));
  const lines = [
    ...apps.flatMap(({ app, from, to, entries }) => [
      `${app} ${from ?? 'none'} → ${to ?? 'none'}`,
      ...entries.map(({ at, by, action }) => `  ${formatMoment(at)} ${action} by ${by}`),
    ]),
    ...pages.flatMap(({ page, bytes: [before, after], text, policy }) => [
      `${page} ${size(before)} → ${size(after)}`,
      ...[...text.gone, ...policy.gone].map((line) => `  - ${line}`),
      ...[...text.added, ...policy.added].map((line) => `  + ${line}`),
    ]),
  ];
  return lines.length === 0 ? 'Nothing differs.\n' : `${lines.join('\n')}\n`;
}
