import { isLocal } from '../environment';
import { signalsSettings } from '@shopwright/shared/contracts/composer';
import { signalsPath } from '@shopwright/shared/contracts/signals';
import * as v from 'valibot';
import { budget, type Budget, defaultBudget, kinds } from './budget';
import { Refusal } from './refusal';

/** Null: there is none. */
export const address = v.nullable(v.pipe(v.string(), v.url()));

/** What the pages of a site depend on beside its releases and prices. Part of the ledger. */
export const siteSettings = v.object({
  /** Public origin without a trailing slash; null on a machine of one's own. */
  siteUrl: address,
  /** Address of the price service; null for the embedded one. */
  pricesUrl: address,
  /** Where pages send what visits came to; null: nowhere. */
  signals: v.optional(v.nullable(signalsSettings), null),
  budget,
});
export type SiteSettings = v.InferOutput<typeof siteSettings>;

export const defaultSettings: SiteSettings = {
  siteUrl: null,
  pricesUrl: null,
  signals: null,
  budget: defaultBudget,
};

/** Whether pages send their signals to the embedded collector: who counts them judges canaries. */
export function isJudged({ signals }: SiteSettings): boolean {
  return signals?.url === signalsPath;
}

/** What pages call the site where it has no public address: the same on any port. */
export const localSiteUrl = 'http://localhost';

/**
 * What a publisher's environment says about the site; null where it says nothing.
 * @param siteUrl of the environment, where any port of this machine counts as not set
 */
export function environmentSettings(siteUrl: string, pricesUrl: string | null) {
  return { siteUrl: isLocal(siteUrl) ? null : siteUrl, pricesUrl };
}

const variables = [
  ['siteUrl', 'SITE_URL', '--site-url'],
  ['pricesUrl', 'SUBSCRIPTION_URL', '--prices-url'],
] as const;

/**
 * @throws Refusal when the environment contradicts the site, naming the first such variable: pages
 *   must not depend on who publishes
 */
export function refuseContradiction(
  settings: SiteSettings,
  environment: Partial<ReturnType<typeof environmentSettings>>,
): void {
  for (const [key, name, option] of variables) {
    const [said, set] = [environment[key] ?? null, settings[key]];
    if (said === null || said === set) continue;
    throw new Refusal(
      `${name} is ${said}, but the settings of this site say ${set ?? 'that it has none'}; unset ${name}, or run: npm run release -- settings ${option} ${said}`,
    );
  }
}

/** A change of settings; what is left out stays. A limit of null is taken away. */
export interface SettingsChange extends Readonly<Partial<Omit<SiteSettings, 'budget'>>> {
  readonly limits: readonly {
    readonly name: string;
    readonly kind: (typeof kinds)[number];
    readonly bytes: number | null;
  }[];
}

export function changeSettings(settings: SiteSettings, change: SettingsChange): SiteSettings {
  const { limits, ...addresses } = change;
  return { ...settings, ...addresses, budget: changeBudget(settings.budget, limits) };
}

function changeBudget(before: Budget, limits: SettingsChange['limits']): Budget {
  const after = { apps: { ...before.apps }, pages: { ...before.pages } };
  for (const { name, kind, bytes } of limits) {
    const place = after[name.endsWith('.html') ? 'pages' : 'apps'];
    const { [kind]: _replaced, ...others } = place[name] ?? {};
    place[name] = bytes === null ? others : { ...others, [kind]: bytes };
  }
  return after;
}

/** For people; '' where nothing changes. */
export function formatSettingsChange({ siteUrl, pricesUrl, signals, limits }: SettingsChange) {
  const sent = signals && `${signals.url}=${signals.share}`;
  const values = { 'public address': siteUrl, 'price service': pricesUrl, signals: sent };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    ...given.map(([name, value]) => `${name} ${value ?? 'none'}`),
    ...limits.map(({ name, kind, bytes }) => `budget ${name}.${kind}=${bytes ?? 'none'}`),
  ].join(', ');
}
