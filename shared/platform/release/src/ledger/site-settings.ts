import { UserError } from '@composed/command/errors';
import { isLocal } from '@composed/command/environment';
import { telemetrySettings } from '@composed/contracts/composer';
import { telemetryPath } from '@composed/contracts/telemetry';
import * as v from 'valibot';
import { budgetSchema, type Budget, defaultBudget, type BudgetKind } from './budget';

/** An address, or null for none. */
export const publicUrl = v.nullable(v.pipe(v.string(), v.url()));

/** Settings that the pages of a site depend on, in addition to releases and data. They are part of the ledger. */
export const siteSettings = v.object({
  /** The public origin without a trailing slash; null for a site on this machine only. */
  siteUrl: publicUrl,
  /** Name of data that a host asks for → its address. Other data comes from the embedded services. */
  data: v.record(v.string(), v.pipe(v.string(), v.url())),
  /** Where pages send telemetry; null for nowhere. */
  telemetry: v.nullable(telemetrySettings),
  budget: budgetSchema,
});
export type SiteSettings = v.InferOutput<typeof siteSettings>;

export const defaultSettings: SiteSettings = {
  siteUrl: null,
  data: {},
  telemetry: null,
  budget: defaultBudget,
};

/** Whether pages send telemetry to the embedded collector, whose server judges canaries. */
export function isJudged({ telemetry }: SiteSettings): boolean {
  return telemetry?.url === telemetryPath;
}

/** The address of a site without a public one, whose port is not known. */
export const localSiteUrl = 'http://localhost';

/** Returns the address of a site without a public one: that of its first publish, so that pages stay the same for all. */
export function findLocalAddress(
  { localUrl }: { readonly localUrl: string },
  { live }: { readonly live: Pick<SiteSettings, 'siteUrl'> | null },
): string {
  const address = live?.siteUrl ?? '';
  return address !== '' && isLocal(address) ? address : localUrl;
}

/** The settings in a publisher's environment. */
type EnvironmentSettings = Readonly<Pick<SiteSettings, 'siteUrl' | 'data'>>;

/** @param siteUrl the address in the environment; an address of this machine counts as not set */
export function readEnvironmentSettings(
  siteUrl: string,
  data: SiteSettings['data'],
): EnvironmentSettings {
  return { siteUrl: isLocal(siteUrl) ? null : siteUrl, data };
}

/**
 * Checks that the environment does not contradict the settings of the site, since pages must not depend on who publishes.
 * @throws UserError naming the first address that differs
 */
export function requireNoContradiction(
  { siteUrl, data }: SiteSettings,
  environment: EnvironmentSettings,
): void {
  const pairs = [
    ['SITE_URL', environment.siteUrl, siteUrl, '--site-url '] as const,
    ...Object.entries(environment.data).map(
      ([name, url]) => [`the service for ${name}`, url, data[name], `--data ${name}=`] as const,
    ),
  ];
  for (const [subject, url, currentUrl, option] of pairs) {
    if (url === null || url === currentUrl) continue;
    throw new UserError(
      `In this environment ${subject} is ${url}, but the settings of this site say ${currentUrl ?? 'that it has none'}; unset it, or run: npm run release -- settings ${option}${url}`,
    );
  }
}

/** A change of settings. A missing setting stays as it is; null removes an address or a limit. */
export interface SettingsChange extends Readonly<
  Partial<Pick<SiteSettings, 'siteUrl' | 'telemetry'>>
> {
  readonly data?: readonly { readonly name: string; readonly url: string | null }[];
  readonly limits: readonly {
    readonly name: string;
    readonly kind: BudgetKind;
    readonly bytes: number | null;
  }[];
}

export function changeSettings(settings: SiteSettings, change: SettingsChange): SiteSettings {
  const { limits, data = [], ...addresses } = change;
  const entries = data.map(({ name, url }) => [name, url] as const);
  const dataAddresses = Object.entries({ ...settings.data, ...Object.fromEntries(entries) });
  return {
    ...settings,
    ...addresses,
    data: Object.fromEntries(
      dataAddresses.flatMap(([name, url]) => (url === null ? [] : [[name, url]])),
    ),
    budget: changeBudget(settings.budget, limits),
  };
}

function changeBudget(before: Budget, limits: SettingsChange['limits']): Budget {
  const after = { ...before };
  for (const { name, kind, bytes } of limits) {
    const { [kind]: _replaced, ...otherLimits } = after[name] ?? {};
    after[name] = bytes === null ? otherLimits : { ...otherLimits, [kind]: bytes };
  }
  return after;
}

/** Describes a change of settings; '' if nothing changes. */
export function formatSettingsChange({ siteUrl, telemetry, data = [], limits }: SettingsChange) {
  const telemetryText = telemetry && `${telemetry.url}=${telemetry.share}`;
  const values = { 'public address': siteUrl, telemetry: telemetryText };
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    ...entries.map(([name, value]) => `${name} ${value ?? 'none'}`),
    ...data.map(({ name, url }) => `data ${name}=${url ?? 'none'}`),
    ...limits.map(({ name, kind, bytes }) => `budget ${name}.${kind}=${bytes ?? 'none'}`),
  ].join(', ');
}
