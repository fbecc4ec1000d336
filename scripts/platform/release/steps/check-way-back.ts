import { isDeepStrictEqual } from 'node:util';
import { sideBySide } from '../../build/side-by-side';
import type { Composition } from '../../compose/composition';
import { composeSite, refusalReason } from '../compositions';
import type { WayBack } from '../ledger';
import { Refusal } from '../refusal';
import { readManifest, withMarkup } from '../releases';
import { formatCount } from '../reports/format';
import { composedIn, type Composed, type Run, type StepKind } from './step';

type Rollback = Pick<WayBack, 'app' | 'to'>;

/** Composes the site as it would be after these rollbacks. Returns what was rendered, or why it cannot be. */
async function tryRollbacks(
  { tool: { compose }, ledger, proposed }: Run,
  site: Composed,
  rollbacks: readonly Rollback[],
): Promise<Pick<WayBack, 'problem'> & Pick<Composition, 'rendered'>> {
  const to = Object.fromEntries(rollbacks.map((rollback) => [rollback.app, rollback.to]));
  const releases = { ...site.releases, ...to };
  // The way back of a single release is what visitors have now.
  if (isDeepStrictEqual(releases, ledger.live?.releases)) return { problem: null, rendered: [] };
  const store = withMarkup(proposed, site.composition.rendered);
  try {
    const { rendered } = await composeSite({ store, compose }, { ...site, releases });
    return { problem: null, rendered };
  } catch (error) {
    return { problem: refusalReason(error), rendered: [] };
  }
}

/**
 * Tries each rollback alone, but all at once of those remotes that do not change now and could go back until now: a
 * release that does not fit one of them shows beside all, and only then is it looked for.
 */
async function tryEach(run: Run, site: Composed, rollbacks: readonly Rollback[]) {
  const live = run.ledger.live;
  const couldGoBack = ({ app, to }: Rollback) =>
    live?.waysBack.some((way) => way.app === app && way.to === to && way.problem === null);
  const isAsBefore = (rollback: Rollback) =>
    rollback.app !== 'host' &&
    live?.releases[rollback.app] === site.releases[rollback.app] &&
    couldGoBack(rollback);
  const others = rollbacks.filter(isAsBefore);
  const together = others.length > 1 ? tryRollbacks(run, site, others) : null;
  // Who waits for it hears of a failure.
  together?.catch(() => undefined);
  const found = await sideBySide(rollbacks, async (rollback) => {
    const known = others.includes(rollback) ? await together : null;
    const tried = known?.problem === null ? known : await tryRollbacks(run, site, [rollback]);
    return { ...rollback, ...tried };
  });
  const rendered = new Set(found.flatMap((way) => way.rendered));
  return { waysBack: found.map(({ app, to, problem }) => ({ app, to, problem })), rendered };
}

/**
 * Composes the neighbours of the new pages: for each app its release before, with the new ones of the
 * others. A release that would leave a team without its rollback needs somebody's reason.
 */
export const wayBackCheck: StepKind<{
  /** For each app the release that a rollback would bring back. */
  readonly rollbacks: readonly Rollback[];
  /** False for what must always go through; then it is only noted. */
  readonly refuses: boolean;
  /** Why a way back may be closed. */
  readonly override?: string | undefined;
}> = {
  title: ({ rollbacks }) => `Try ${formatCount(rollbacks.length, 'way')} back`,
  async run({ rollbacks, refuses, override }, run) {
    const site = composedIn(run);
    const stored = rollbacks.map(async (rollback) => {
      const manifest = await readManifest(run.proposed, rollback.app, rollback.to);
      return manifest ? [rollback] : [];
    });
    const { waysBack, rendered } = await tryEach(run, site, (await Promise.all(stored)).flat());
    site.waysBack = waysBack;
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
