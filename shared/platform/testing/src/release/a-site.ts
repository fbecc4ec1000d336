import type { ChangeCommand } from '@composed/release/publish/plan/commands';
import { emptyLedger, type Ledger, type ReleaseSet } from '@composed/release/ledger';
import { nextLedger } from '@composed/release/ledger/next-ledger';
import type { BuiltFacts } from '@composed/release/publish/plan/facts';
import { plan } from '@composed/release/publish/plan';
import { planPrune } from '@composed/release/publish/plan/prune';
import type { Plan } from '@composed/release/publish/steps/step';
import type { StoredObject } from '@composed/release/store';

const apps = ['host', 'pricing', 'signup'];
const day = 86_400_000;
const firstDay = Date.parse('2026-01-01T00:00:00.000Z');

/** A site on paper: a ledger and facts that commands are planned against, one day after the other. */
export class PaperSite {
  ledger: Ledger = emptyLedger;
  private readonly objects = new Map<string, StoredObject>();
  private readonly built: Record<string, BuiltFacts> = {};
  private days = 0;
  private checkout = 'here';
  private isWhole = false;

  /** Publishes a version of an app; the first of each app go live together with the last of them. */
  with(app: string, version: string): this {
    this.building(app, version);
    if (this.ledger.live) return this.after({ name: 'publish', apps: [app] });
    const isLacking = apps.some((name) => !this.built[name]);
    return isLacking ? this : this.after({ name: 'publish', apps });
  }

  /** Carries a command out on paper, with the last version of each app that was built. */
  after(command: ChangeCommand, by = 'Ada'): this {
    this.days += 1;
    const plan = this.plan(command);
    const composed = composedReleases(plan);
    const renewed = composedReleases(plan, 'renew-canary');
    const committed = committedChange(plan);
    if (!committed) return this;
    for (const key of committed.pruning ?? []) this.objects.delete(key);
    const site = { data: {}, siteUrl: null, telemetry: null, rollbackChecks: [] };
    const compose = (deployment: string, releases: ReleaseSet) => {
      this.store(`deployments/${deployment}/index.html`, `deployments/${deployment}.json`);
      return { ...site, deployment, releases };
    };
    const changed = nextLedger(this.ledger, {
      ...committed,
      composed: composed ? compose(`c${this.days}`, composed) : null,
      renewed: renewed ? compose(`c${this.days}-canary`, renewed) : null,
      by,
      at: this.now().toISOString(),
    });
    this.ledger = { ...this.ledger, ...changed, revision: this.ledger.revision + 1 };
    return this;
  }

  /** Puts everything that is live into the store. */
  whole(): this {
    this.isWhole = true;
    return this;
  }

  /** A start from a checkout that builds these versions. */
  started(versions: Readonly<Record<string, string>>, checkout = 'here'): this {
    for (const [app, version] of Object.entries(versions)) this.building(app, version);
    this.checkout = checkout;
    return this.after({ name: 'start' });
  }

  /** From here on the checkout builds this version of an app. */
  building(app: string, version: string): this {
    this.built[app] = { version, isNew: false };
    const release = ['server.cjs', 'release.json'].map(
      (name) => `releases/${app}/${version}/${name}`,
    );
    this.store(...assetsOf(app, version), ...release);
    return this;
  }

  rolledBack(app: string, to: string | null = null): this {
    return this.after({ name: 'rollback', app, to });
  }

  previewing(app: string, version: string, preview: string): this {
    return this.building(app, version).after({ name: 'preview', app, preview });
  }

  daysLater(days: number): this {
    this.days += days;
    return this;
  }

  plan(command: ChangeCommand): Plan {
    const stored = [...this.objects.keys()].flatMap(
      (key) => /^releases\/(.*)\/release\.json$/.exec(key)?.[1] ?? [],
    );
    const releases = stored.map((release) => {
      const [app = '', version = ''] = release.split('/');
      return { app, version, assets: assetsOf(app, version) };
    });
    const now = this.now();
    const objects = [...this.objects.values()];
    if (command.name === 'prune') {
      return planPrune(command.keepDays, this.ledger, { now, objects, releases });
    }
    return plan(command, this.ledger, {
      apps,
      checkout: this.checkout,
      localUrl: 'http://localhost:8080',
      previewUrl: null,
      built: this.built,
      stored: new Set(stored),
      data: [],
      isWhole: this.isWhole,
    });
  }

  live(): ReleaseSet {
    return this.ledger.live?.releases ?? {};
  }

  private store(...keys: string[]): void {
    for (const key of keys.filter((one) => !this.objects.has(one))) {
      this.objects.set(key, { key, bytes: 100, modifiedAt: this.now() });
    }
  }

  private now(): Date {
    return new Date(firstDay + this.days * day);
  }
}

const assetsOf = (app: string, version: string) =>
  ['shared', version].map((name) => `assets/${app}/${name}.js`);

export const aSite = () => new PaperSite();

/** A site with the first release, 'v1', of every app live. */
export function aLiveSite(): PaperSite {
  return aSite().with('host', 'v1').with('pricing', 'v1').with('signup', 'v1');
}

/** The change that a plan would commit to the ledger. */
export function committedChange({ steps }: Pick<Plan, 'steps'>) {
  return steps.find(({ name }) => name === 'commit')?.change;
}

/** The keys that a plan would remove. */
export function removedKeys(plan: Pick<Plan, 'steps'>): readonly string[] {
  return committedChange(plan)?.pruning ?? [];
}

/** The releases that a plan would compose. */
export function composedReleases({ steps }: Pick<Plan, 'steps'>, step = 'compose') {
  return steps.find(({ name }) => name === step)?.releases;
}

/** The names of the steps, in order. */
export function stepsOf({ steps }: Pick<Plan, 'steps'>): string[] {
  return steps.map(({ name }) => name);
}
