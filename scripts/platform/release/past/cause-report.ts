import { readManifest } from '../releases';
import { formatMoment } from '../reports/format';
import { formatHistory, formatSource } from '../reports/text';
import type { ReadableStore } from '../stores/store';
import type { Arrival, Cause } from './find-cause';

/** What takes the release of an arrival off the site; a host is there from the first moment on. */
function wayBack({ app, from, to }: Arrival): string {
  if (to === null) return `publish ${app}`;
  return from === null ? `remove ${app}` : `rollback ${app} --to ${from}`;
}

/** A cause with all that a person wants to know of each release. */
export async function causeReport(store: ReadableStore, { together, entries }: Cause) {
  const describe = async (arrival: Arrival) => {
    const { app, to: release } = arrival;
    const manifest = await readManifest(store, app, release ?? '').catch(() => null);
    const { at, by, action, revision = null } = arrival.entry;
    const source = manifest?.revision ?? null;
    return { app, release, action, at, by, revision, source, back: wayBack(arrival) };
  };
  const groups = together.map((group) => Promise.all(group.map(describe)));
  return { together: await Promise.all(groups), entries };
}

/** Who broke it, since when, and what to type. */
export function formatCause({ together, entries }: Awaited<ReturnType<typeof causeReport>>) {
  if (together.length === 0)
    return `Bad without another release, since:\n${formatHistory(entries)}`;
  const groups = together.map((group) => {
    const lines = group.map(({ app, release, action, at, by, revision, source, back }) => {
      const built = source === null ? '' : `, built from ${formatSource(source)}`;
      const made = `${action} by ${by}, ${formatMoment(at)}, revision ${revision ?? 'unknown'}`;
      return `  ${app} ${release ?? 'gone'}: ${made}${built}\n  npm run release -- ${back}\n`;
    });
    return lines.join('or, since what lies between could not be tried:\n');
  });
  return `Bad ${together.length > 1 ? 'only together' : 'since'}:\n${groups.join('')}`;
}
