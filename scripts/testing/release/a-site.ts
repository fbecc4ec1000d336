import type { ChangeCommand } from '../../release/commands';
import { emptyLedger, type Ledger } from '../../release/ledger';
import { nextLedger } from '../../release/next-ledger';
import type { BuiltFacts, Facts, Plan } from '../../release/plan/parts';
import { plan } from '../../release/plan/plan';
import type { Step } from '../../release/steps/steps';

const day = 86_400_000;
export const firstDay = Date.parse('2026-01-01T00:00:00.000Z');

/** A site on paper: a ledger and facts that commands are planned against, one day after the other. */
export class PaperSite {
  private ledger: Ledger = emptyLedger;
  private readonly stored = new Map<string, Date>();
  private readonly compositions = new Map<string, Date>();
  private days = 0;
  private checkout = 'here';

  constructor(readonly apps: readonly string[] = ['host', 'pricing', 'signup']) {}

  /** Publishes a version of an app; the first of each app go live together with the last of them. */
  with(app: string, version: string): this {
    this.stored.set(`${app}/${version}`, this.now());
    const lacking = this.apps.filter(
      (name) => ![...this.stored.keys()].some((key) => key.startsWith(`${name}/`)),
    );
    if (this.ledger.live) return this.after({ name: 'publish', apps: [app] });
    if (lacking.length > 0) return this;
    return this.after({ name: 'publish', apps: this.apps });
  }

  /** Carries a command out on paper; the builds are those of `built`, else the latest. */
  after(command: ChangeCommand, by = 'Ada'): this {
    this.days += 1;
    const { steps } = this.plan(command);
    const composed = steps.find((step) => step.do === 'compose');
    const renewed = steps.find((step) => step.do === 'renew-canary');
    const recorded = steps.find((step) => step.do === 'record');
    if (!recorded) return this;
    const composition = `c${this.days}`;
    const site = { composition, prices: null, siteUrl: null, signals: null, waysBack: [] };
    if (composed) this.compositions.set(composition, this.now());
    if (renewed) this.compositions.set(`${composition}-canary`, this.now());
    const changed = nextLedger(this.ledger, {
      ...recorded,
      composed: composed ? { ...site, releases: composed.releases } : null,
      renewed: renewed
        ? { ...site, composition: `${composition}-canary`, releases: renewed.releases }
        : null,
      by,
      at: this.now().toISOString(),
    });
    this.ledger = { ...this.ledger, ...changed, revision: this.ledger.revision + 1 };
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
    const known = this.stored.get(`${app}/${version}`) ?? this.now();
    this.stored.delete(`${app}/${version}`);
    this.stored.set(`${app}/${version}`, known);
    return this;
  }

  rolledBack(app: string, to: string | null = null): this {
    return this.after({ name: 'rollback', app, to });
  }

  previewing(app: string, version: string, preview: string): this {
    this.stored.set(`${app}/${version}`, this.now());
    return this.after({ name: 'preview', app, preview });
  }

  daysLater(days: number): this {
    this.days += days;
    return this;
  }

  without(app: string, version: string): this {
    this.stored.delete(`${app}/${version}`);
    return this;
  }

  /** The latest version of every app counts as built. */
  plan(command: ChangeCommand): Plan {
    return plan(command, this.ledger, this.facts());
  }

  live(): Readonly<Record<string, string>> {
    return this.ledger.live?.releases ?? {};
  }

  currentLedger(): Ledger {
    return this.ledger;
  }

  private facts(): Facts {
    const built: Record<string, BuiltFacts> = {};
    for (const place of this.stored.keys()) {
      const [app = '', version = ''] = place.split('/');
      built[app] = { version, isNew: false, missing: [`assets/${app}/${version}.js`] };
    }
    const releases = [...this.stored.keys()].map((place) => {
      const [app = '', version = ''] = place.split('/');
      return { app, version, assets: [`assets/${app}/shared.js`, `assets/${app}/${version}.js`] };
    });
    const objects = [
      ...[...this.stored].flatMap(([place, modifiedAt]) =>
        storedKeys(place).map((key) => ({ key, bytes: 100, modifiedAt })),
      ),
      ...[...this.compositions].flatMap(([id, modifiedAt]) =>
        [`compositions/${id}/index.html`, `compositions/${id}.json`].map((key) => ({
          key,
          bytes: 10,
          modifiedAt,
        })),
      ),
    ];
    const unique = new Map(objects.map((object) => [object.key, object]));
    return {
      apps: this.apps,
      checkout: this.checkout,
      localUrl: 'http://localhost:8080',
      previewUrl: null,
      built,
      stored: new Set(this.stored.keys()),
      prune: { now: this.now(), objects: [...unique.values()], releases },
    };
  }

  private now(): Date {
    return new Date(firstDay + this.days * day);
  }
}

function storedKeys(place: string): string[] {
  const [app = '', version = ''] = place.split('/');
  return [
    `assets/${app}/shared.js`,
    `assets/${app}/${version}.js`,
    `releases/${place}/server.cjs`,
    `releases/${place}/release.json`,
  ];
}

export function aSite(apps?: readonly string[]): PaperSite {
  return new PaperSite(apps);
}

/** A site on which every app has its first release, 'v1', live. */
export function aLiveSite(): PaperSite {
  return aSite().with('host', 'v1').with('pricing', 'v1').with('signup', 'v1');
}

/** The keys that a plan would remove. */
export function removedKeys({ steps }: Plan): readonly string[] {
  return steps.flatMap((step) => (step.do === 'record' ? (step.pruning ?? []) : []));
}

/** The releases that a plan would compose. */
export function composedReleases({ steps }: Plan) {
  return steps.find((step) => step.do === 'compose')?.releases;
}

/** The kinds of step, in order. */
export function kinds({ steps }: Plan): Step['do'][] {
  return steps.map((step) => step.do);
}
