import type { Entry } from '../history';
import { writeNext } from '../ledger';
import { type LedgerChange, nextLedger } from '../next-ledger';
import { formatCount } from '../reports/format';
import type { StepKind } from './step';

/** What the next revision of the ledger says. */
export type Recording = Pick<LedgerChange, 'settings' | 'pruning'> & { readonly entry: Entry };

/** Creates the next revision of the ledger: of several publishers, this decides who goes first. */
export const recording: StepKind<Recording> = {
  title: ({ entry, pruning }) =>
    pruning
      ? `Record which ${formatCount(pruning.length, 'file')} go`
      : `Record the ${entry.action}`,
  async run({ entry, ...others }, { tool, ledger, composed, waysBack, overrides }) {
    const isSame = composed && ledger.live?.composition === composed.composition.id;
    if (entry.action === 'compose' && isSame) return { detail: 'nothing changed' };
    const site = composed && {
      composition: composed.composition.id,
      releases: { ...composed.releases },
      prices: composed.prices,
      siteUrl: composed.siteUrl,
      waysBack,
    };
    const next = await writeNext(
      tool.store,
      ledger,
      nextLedger(ledger, {
        ...others,
        entry: { ...entry, ...overrides },
        composed: site,
        by: tool.by,
        at: tool.now().toISOString(),
      }),
    );
    if (!next) return { detail: 'somebody else was faster', conflict: true };
    return { detail: `revision ${next.revision}` };
  },
};
