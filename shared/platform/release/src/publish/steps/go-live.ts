import { UserError } from '@composed/command/errors';
import { type Ledger, readLedger, wantedPointers, writeNext } from '../../ledger/ledger';
import { nextLedger } from '../../ledger/next-ledger';
import { formatCount } from '@composed/command/format';
import type { Draft, Pages, Round, Step, StepSummary } from './step';
import type { Store } from '../../store/store';

/*
 * The last two steps of every change: it is committed to the ledger, and then the pointers follow, by which visitors
 * get other pages. Until the first of them what is live is as it was; who is killed between them has gone live, and
 * the next command moves the pointers (./recover).
 */

/** The ledger, and where the pointers lead. */
export type SiteState = Pick<Round, 'ledger' | 'pointers'>;

function siteOf({ composition, releases, data, siteUrl, signals, rollbackChecks }: Pages) {
  return { composition: composition.id, releases, data, siteUrl, signals, rollbackChecks };
}

/**
 * Creates the next revision of the ledger: of several publishers, this decides who goes first; the others plan again.
 * It is given the pages that change, or null for none.
 */
export function commit(
  change: NonNullable<StepSummary['change']>,
): Step<Draft | null, Ledger | null> {
  const { entry, pruning } = change;
  const title = pruning
    ? `Commit which ${formatCount(pruning.length, 'file')} go`
    : `Commit the ${entry.action}`;
  return {
    ...{ name: 'commit', title, change },
    async run({ tool, ledger }, draft) {
      const composed = draft && siteOf(draft);
      const beside = draft?.canary ?? null;
      const renewed = beside && 'composition' in beside ? siteOf(beside) : null;
      const isSame = composed && ledger.live?.composition === composed.composition;
      const isSameCanary = ledger.canary?.composition === renewed?.composition;
      if (entry.action === 'compose' && isSame && isSameCanary) {
        return { made: null, detail: 'nothing changed' };
      }
      const why =
        beside && 'problem' in beside ? { reason: `the canary ended: ${beside.problem}` } : {};
      const made = await writeNext(
        tool.store,
        ledger,
        nextLedger(ledger, {
          ...change,
          entry: { ...entry, ...draft?.overrides, ...why },
          ...{ composed, renewed, by: tool.by },
          at: (await tool.storeNow()).toISOString(),
        }),
      );
      if (!made) throw new UserError('Somebody else was faster.');
      return { made, detail: `revision ${made.revision}` };
    },
  };
}

/** Moves the pointers to what was committed. */
export function goLive(title: string): Step<Ledger | null, Ledger> {
  return {
    ...{ name: 'go-live', title },
    async run({ tool, pointers }, committed) {
      const known = committed ? { ledger: committed, pointers } : undefined;
      return { made: (await movePointers(tool.store, known)).ledger, detail: '' };
    },
  };
}

/**
 * Makes every pointer lead where the ledger says: from here on visitors get the new pages. Another process
 * may do the same for a newer ledger meanwhile, so the ledger is read again until it has not changed.
 * @param known what this process has just read and written, which it need not read again
 */
export async function movePointers(store: Store, known?: SiteState): Promise<SiteState> {
  // Where these differ, the ledger is the newer of the two.
  const look = async () => ({ pointers: await store.pointers(), ledger: await readLedger(store) });
  for (let state = known ?? (await look()); ; state = await look()) {
    const { ledger, pointers } = state;
    const wanted = wantedPointers(ledger);
    const astray = [...wanted].filter(([pointer, target]) => pointers.get(pointer) !== target);
    const gone = [...pointers.keys()].filter((pointer) => !wanted.has(pointer));
    for (const [pointer, target] of astray) await store.point(pointer, target);
    for (const pointer of gone) await store.point(pointer, null);
    const hasMoved = astray.length + gone.length > 0;
    const revision = hasMoved ? ((await store.readLedger())?.revision ?? 0) : ledger.revision;
    if (revision === ledger.revision) return { ledger, pointers: wanted };
  }
}
