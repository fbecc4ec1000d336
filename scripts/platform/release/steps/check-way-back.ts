import { isDeepStrictEqual } from 'node:util';
import type { Composition } from '../../compose/composition';
import { composeSite, refusalReason } from '../compositions';
import type { WayBack } from '../ledger';
import { Refusal } from '../refusal';
import { readManifest } from '../releases';
import { formatCount } from '../reports/format';
import { composedIn, type Composed, type Run, type StepKind } from './step';

/** Composes the site as it would be after the rollback, and says what was rendered; null when that release is gone. */
async function tryRollback(
  { tool: { compose }, ledger, proposed: store }: Run,
  site: Composed,
  { app, to }: { app: string; to: string },
): Promise<(WayBack & Partial<Pick<Composition, 'rendered'>>) | null> {
  if (!(await readManifest(store, app, to))) return null;
  const releases = { ...site.releases, [app]: to };
  // The way back of a single release is what visitors have now.
  if (isDeepStrictEqual(releases, ledger.live?.releases)) return { app, to, problem: null };
  try {
    const { rendered } = await composeSite({ store, compose }, { ...site, releases });
    return { app, to, problem: null, rendered };
  } catch (error) {
    return { app, to, problem: refusalReason(error) };
  }
}

/**
 * Composes the neighbours of the new pages: for each app its release before, with the new ones of the
 * others. A release that would leave a team without its rollback needs somebody's reason.
 */
export const wayBackCheck: StepKind<{
  /** For each app the release that a rollback would bring back. */
  readonly rollbacks: readonly { readonly app: string; readonly to: string }[];
  /** False for what must always go through; then it is only noted. */
  readonly refuses: boolean;
  /** Why a way back may be closed. */
  readonly override?: string | undefined;
}> = {
  title: ({ rollbacks }) => `Try ${formatCount(rollbacks.length, 'way')} back`,
  async run({ rollbacks, refuses, override }, run) {
    const site = composedIn(run);
    const tried = await Promise.all(rollbacks.map((rollback) => tryRollback(run, site, rollback)));
    const found = tried.filter((wayBack) => wayBack !== null);
    site.waysBack = found.map(({ app, to, problem }) => ({ app, to, problem }));
    const rendered = found.flatMap((wayBack) => wayBack.rendered ?? []);
    // Kept as well, or the next publish would render it again.
    const { composition } = site;
    site.composition = { ...composition, rendered: [...composition.rendered, ...rendered] };
    const closed = site.waysBack.filter(({ problem }) => problem !== null);
    const known = run.ledger.live?.waysBack ?? [];
    const newly = closed.filter(
      ({ app, to }) => !known.some((w) => w.problem !== null && w.app === app && w.to === to),
    );
    if (newly.length > 0 && refuses) {
      if (override === undefined) {
        throw new Refusal(
          [
            'After this release a rollback would no longer be possible, and what is live is as it was.',
            ...newly.map(
              ({ app, to, problem }) =>
                `${app} ${site.releases[app] ?? ''} could no longer be rolled back to ${to}: ${problem ?? ''}`,
            ),
            'Keep both sides compatible for one release, or go on, on record: --allow-no-way-back "<reason>".',
          ].join('\n'),
        );
      }
      run.overrides = { ...run.overrides, noWayBack: override };
    }
    return { detail: closed.length > 0 ? `${closed.length} would be refused` : '' };
  },
};
