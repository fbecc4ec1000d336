import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseModuleSizes } from '../build/module-sizes';
import type { Composition } from '../compose/composition';
import { excesses, formatExcesses, formatModules, type Excess } from './budget';
import type { BuiltRelease } from './built-release';
import { readComposition } from './compositions';
import type { Ledger, ReleaseSet } from './ledger';
import { Refusal } from './steps';
import type { ReleaseTool } from './tool';
import { weigh } from './weigh';

/** A release that is heavier than the budget allows; nothing of it went live. */
export class OverBudget extends Refusal {
  override readonly name = 'OverBudget';

  /** @param modules sentences that name the largest modules, or '' */
  constructor(
    readonly over: readonly Excess[],
    modules: string,
  ) {
    super(
      [
        'The release is over budget, and what is live is as it was.',
        formatExcesses(over),
        ...(modules === '' ? [] : [modules]),
        'Make it lighter, or let it through on record: --over-budget "<reason>".',
      ].join('\n'),
    );
  }
}

export interface Candidate {
  readonly composition: Composition;
  readonly releases: ReleaseSet;
  /** What is being published. */
  readonly apps: readonly string[];
}

/**
 * The limits that a publish passes and is to blame for: those that it passes further than what is live.
 * A team is not held up by what another was excused for.
 */
export async function overBudget(
  { budget, store, compress }: ReleaseTool,
  { live }: Ledger,
  { composition, releases, apps }: Candidate,
): Promise<Excess[]> {
  if (!budget) return [];
  const limited = (all: ReleaseSet): ReleaseSet =>
    Object.fromEntries(
      Object.entries(all).filter(([app]) => apps.includes(app) && budget.apps[app] !== undefined),
    );
  const over = excesses(budget, await weigh(store, compress, composition, limited(releases)));
  const standing = over.length > 0 && live && (await readComposition(store, live.composition));
  if (!live || !standing) return over;
  const before = excesses(budget, await weigh(store, compress, standing, limited(live.releases)));
  return over.filter(
    ({ what, kind, bytes }) =>
      !before.some((known) => known.what === what && known.kind === kind && known.bytes >= bytes),
  );
}

/** What is heavy in a build, from the modules.json beside its release.json; '' where there is none. */
export async function tellLargestModules({ folder, manifest }: BuiltRelease): Promise<string> {
  const json = await readFile(path.join(folder, 'modules.json'), 'utf8').catch(() => '[]');
  return formatModules(manifest.app, parseModuleSizes(json));
}
