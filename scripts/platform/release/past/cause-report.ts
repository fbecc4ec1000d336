import { readManifest } from '../releases';
import { formatMoment } from '../reports/format';
import { formatEntry, formatSource } from '../reports/text';
import type { ReadableStore } from '../stores/store';
import type { Arrival, Cause } from './find-cause';

/** What takes the release of an arrival off the site, or null for a host that was the first. */
function wayBack({ app, from, to }: Arrival): string | null {
  if (from !== null && to !== null) return `npm run release -- rollback ${app} --to ${from}`;
  if (to === null) return `npm run release -- publish ${app}`;
  return app === 'host' ? null : `npm run release -- remove ${app}`;
}

/** A cause with all that a person wants to know of each release. */
export async function causeReport(store: ReadableStore, { together, entries }: Cause) {
  const describe = async (arrival: Arrival) => {
    const { app, from, to, entry } = arrival;
    const manifest = to === null ? null : await readManifest(store, app, to).catch(() => null);
    const { at, by, action, revision = null } = entry;
    const source = manifest?.revision ?? null;
    return { app, release: to, from, action, at, by, revision, source, back: wayBack(arrival) };
  };
  return {
    /** Bad only together; of each the one, or those of which one is meant. */
    together: await Promise.all(together.map((each) => Promise.all(each.map(describe)))),
    entries,
  };
}

export type CauseReport = Awaited<ReturnType<typeof causeReport>>;

/** Who broke it, since when, and what to type. */
export function formatCause({ together, entries }: CauseReport): string {
  if (together.length === 0) {
    const lines = entries.map(
      (entry) =>
        `  ${formatMoment(entry.at)}, ${entry.action} by ${entry.by}: ${formatEntry(entry)}`,
    );
    return `Bad without another release, since:\n${lines.join('\n')}\n`;
  }
  const name = ({
    app,
    release,
    from,
    action,
    at,
    by,
    revision,
    source,
  }: CauseReport['together'][number][number]) => {
    const what = release === null ? `without ${app} (${from ?? ''})` : `${app} ${release}`;
    const built = source === null ? '' : `, built from ${formatSource(source)}`;
    const number = revision === null ? '' : `, revision ${revision}`;
    return `  ${what}: ${action} by ${by}, ${formatMoment(at)}${number}${built}`;
  };
  const isOpen = together.some((group) => group.length > 1);
  const heading = together.length > 1 ? 'Bad only together:' : 'Bad since:';
  const lines = together.map((group) => group.map(name).join('\n  or\n'));
  const back = [...new Set(together.flat().flatMap((each) => each.back ?? []))];
  return [
    heading,
    ...lines,
    ...(isOpen ? ['What lies between could not be tried.'] : []),
    `To take ${back.length > 1 ? 'one of them' : 'it'} back:`,
    ...back.map((command) => `  ${command}`),
    '',
  ].join('\n');
}
