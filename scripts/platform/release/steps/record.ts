import { readLedger, writeNext } from '../ledger';
import type { Entry } from '../history';
import { type LedgerChange, nextLedger } from '../next-ledger';
import { activate, finishPruning } from '../recover';
import { Refusal } from '../refusal';
import { formatCount } from '../reports/format';
import type { Composed, StepKind } from './step';

function siteOf({ composition, releases, data, siteUrl, signals, waysBack }: Composed) {
  return { composition: composition.id, releases, data, siteUrl, signals, waysBack };
}

/** Creates the next revision of the ledger: of several publishers, this decides who goes first; the others plan again. */
export const recording: StepKind<
  Pick<LedgerChange, 'settings' | 'pruning'> & { readonly entry: Entry }
> = {
  title: ({ entry, pruning }) =>
    pruning
      ? `Record which ${formatCount(pruning.length, 'file')} go`
      : `Record the ${entry.action}`,
  async run({ entry, ...others }, run) {
    const { tool, ledger, composed, renewed, overrides } = run;
    const site = composed && siteOf(composed);
    const canary = renewed && 'composition' in renewed ? siteOf(renewed) : null;
    const isSame = site && ledger.live?.composition === site.composition;
    const isSameCanary = ledger.canary?.composition === canary?.composition;
    if (entry.action === 'compose' && isSame && isSameCanary) return { detail: 'nothing changed' };
    const why =
      renewed && 'problem' in renewed ? { reason: `the canary ended: ${renewed.problem}` } : {};
    const next = await writeNext(
      tool.store,
      ledger,
      nextLedger(ledger, {
        ...others,
        entry: { ...entry, ...overrides, ...why },
        composed: site,
        renewed: canary,
        by: tool.by,
        at: (await tool.storeNow()).toISOString(),
      }),
    );
    if (!next) throw new Refusal('Somebody else was faster.');
    run.next = next;
    return { detail: `revision ${next.revision}` };
  },
};

/** Makes the pointers follow the ledger: from here on visitors get the new pages. */
export const activation: StepKind<{ readonly title: string }> = {
  title: ({ title }) => title,
  async run(_title, run) {
    const { next, pointers } = run;
    const { ledger } = await activate(run.tool.store, next && { ledger: next, pointers });
    run.next = ledger;
    return { detail: '' };
  },
};

/** @param summary what goes, for people */
export const removal: StepKind<{ readonly summary: string }> = {
  title: ({ summary }) => `Remove ${summary}`,
  async run(_summary, run) {
    await finishPruning(run.tool.store, await readLedger(run.tool.store));
    run.next = undefined;
    return { detail: '' };
  },
};
