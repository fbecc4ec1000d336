import type { Composition } from '../compose/composition';
import type { BuiltRelease } from './built-release';
import { storeComposition } from './compositions';
import { extendHistory } from './history';
import type { HistoryEntry, Ledger, ReleaseSet } from './ledger';
import { pricesFor, type PricesRead } from './prices';
import { loadRelease, uploadRelease } from './releases';
import { finishPruning, activate, readLedger, swapLedger } from './recover';
import { type Entry, Refusal, type Step } from './steps';
import { formatCount } from './reports/format';
import { overBudget, OverBudget, tellLargestModules } from './over-budget';
import type { ReleaseTool } from './tool';
import { checkRelease } from './verify';

/** What a step came to. `overtaken`: somebody else changed the ledger first; plan again. */
export interface StepResult {
  readonly detail: string;
  readonly overtaken?: boolean;
}

const done: StepResult = { detail: '' };
const overtaken: StepResult = { detail: 'somebody else was faster', overtaken: true };

interface Composed {
  readonly composition: Composition;
  readonly releases: ReleaseSet;
  readonly preview: string | null;
  readonly prices: PricesRead;
}

/**
 * Carries out the steps of one plan that was made for `ledger`. The steps share what they make: the
 * composition that one step renders is stored and recorded by the next.
 */
export class Effects {
  private composed: Composed | null = null;
  /** The release passes a limit of the budget, and somebody said why. */
  private excused = false;

  constructor(
    private readonly tool: ReleaseTool,
    private readonly ledger: Ledger,
    private readonly built: ReadonlyMap<string, BuiltRelease>,
  ) {}

  async carryOut(step: Step): Promise<StepResult> {
    const { store } = this.tool;
    switch (step.do) {
      case 'upload':
        return this.upload(step);
      case 'check':
        return this.check(step);
      case 'compose':
        return this.compose(step.releases, step.preview);
      case 'weigh':
        return this.weigh(step.apps, step.excuse);
      case 'store-pages':
        return this.storePages();
      case 'record':
        return this.record(step.entry);
      case 'record-removal':
        return this.recordRemoval(step.preview);
      case 'record-pruning':
        return this.recordPruning(step.keys);
      case 'follow':
        await activate(store);
        return done;
      case 'remove':
        await finishPruning(store, await readLedger(store));
        return done;
    }
  }

  private async upload(step: Extract<Step, { do: 'upload' }>): Promise<StepResult> {
    const built = this.built.get(step.app);
    if (!built) throw new Error(`There is no build of ${step.app} to upload.`);
    await uploadRelease(this.tool.store, this.tool.compress, built, new Set(step.keys));
    const detail =
      step.keys.length === 0
        ? 'it is there already'
        : `${formatCount(step.keys.length, 'file')}${step.kept > 0 ? `, ${step.kept} there already` : ''}`;
    return { detail };
  }

  private async check({ app, version }: { app: string; version: string }): Promise<StepResult> {
    const { checked, damages } = await checkRelease(this.tool.store, app, version);
    const [first] = damages;
    if (first) {
      const more = damages.length > 1 ? ` (and ${damages.length - 1} more)` : '';
      throw new Refusal(`${first.key} ${first.reason}${more}; delete it and publish again.`);
    }
    return { detail: formatCount(checked, 'file') };
  }

  private async compose(releases: ReleaseSet, preview: string | null): Promise<StepResult> {
    const { tool } = this;
    const apps = Object.entries(releases);
    const [prices, ...loaded] = await Promise.all([
      pricesFor(tool.readPrices, this.ledger.live?.prices ?? null),
      ...apps.map(([app, version]) => loadRelease(tool.store, app, version)),
    ]);
    const composition = await tool.compose({
      releases: Object.fromEntries(
        loaded.map((release) => [release.manifest.app, release] as const),
      ),
      prices: prices.prices,
      basePath: basePathOf(preview),
      siteUrl: tool.siteUrl,
      indexable: preview === null,
    });
    this.composed = { composition, releases, preview, prices };
    return { detail: `${formatCount(composition.pages.size, 'file')}${prices.remark}` };
  }

  private async weigh(apps: readonly string[], excuse: string | null): Promise<StepResult> {
    const { composition, releases } = this.composedPages();
    const over = await overBudget(this.tool, this.ledger, { composition, releases, apps });
    if (over.length === 0) return done;
    if (excuse === null) throw new OverBudget(over, await this.largestModules(apps));
    this.excused = true;
    return { detail: `${formatCount(over.length, 'limit')} passed: ${excuse}` };
  }

  private async largestModules(apps: readonly string[]): Promise<string> {
    const builds = apps.flatMap((app) => this.built.get(app) ?? []);
    const told = await Promise.all(builds.map(tellLargestModules));
    return told.filter((text) => text !== '').join('\n');
  }

  private async storePages(): Promise<StepResult> {
    const { composition, releases, preview } = this.composedPages();
    const { store, compress } = this.tool;
    const basePath = basePathOf(preview);
    const fresh = await storeComposition(store, compress, composition, releases, basePath);
    return { detail: fresh ? composition.id : `${composition.id} is there already` };
  }

  private async record(entry: Entry): Promise<StepResult> {
    const { composition, releases, preview, prices } = this.composedPages();
    const { ledger, tool } = this;
    const same = ledger.live?.composition === composition.id;
    if (entry.action === 'compose' && same) return { detail: 'nothing changed' };
    const made = {
      composition: composition.id,
      releases: { ...releases },
      since: tool.now().toISOString(),
      by: tool.by,
    };
    const { overBudget: excuse, ...plain } = entry;
    const kept = this.excused && excuse !== undefined ? { ...plain, overBudget: excuse } : plain;
    const history = this.history({ ...kept, composition: composition.id });
    const [shown] = entry.changes;
    return this.swap(
      preview === null
        ? { live: { ...made, prices: prices.prices }, history }
        : {
            previews: {
              ...ledger.previews,
              [preview]: { ...made, app: shown?.app ?? '', version: shown?.to ?? '' },
            },
            history,
          },
    );
  }

  private recordRemoval(name: string): Promise<StepResult> {
    const { [name]: removed, ...previews } = this.ledger.previews;
    const entry = { action: 'preview-removed', changes: [], preview: name } as const;
    return this.swap({
      previews,
      history: this.history({ ...entry, composition: removed?.composition ?? null }),
    });
  }

  private recordPruning(keys: readonly string[]): Promise<StepResult> {
    const { by } = this.tool;
    const since = this.tool.now().toISOString();
    return this.swap({
      pruning: { keys: [...keys], since, by },
      history: this.history({ action: 'prune', changes: [], composition: null }),
    });
  }

  private history(entry: Entry & Pick<HistoryEntry, 'composition'>): HistoryEntry[] {
    const { by } = this.tool;
    const at = this.tool.now().toISOString();
    return extendHistory(this.ledger.history, { at, by, ...entry, changes: [...entry.changes] });
  }

  private async swap(changes: Partial<Ledger>): Promise<StepResult> {
    const next = await swapLedger(this.tool.store, this.ledger, changes);
    return next ? { detail: `revision ${next.revision}` } : overtaken;
  }

  private composedPages(): Composed {
    if (!this.composed) throw new Error('The plan records pages that it did not compose.');
    return this.composed;
  }
}

function basePathOf(preview: string | null): string {
  return preview === null ? '' : `/preview/${preview}`;
}
