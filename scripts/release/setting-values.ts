import { signalsSettings, type SignalsSettings } from 'shared/contracts/composer';
import * as v from 'valibot';
import { kinds } from './budget';
import type { SettingsChange } from './settings';
import { UsageError } from './usage';

/* What can be typed for a setting; each throws UsageError with what to type instead. */

/** 'none' is null; an address comes without its trailing slash. */
export function parseAddress(option: string, value: string, originOnly: boolean): string | null {
  if (value === 'none') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlace =
    url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!isPlace || (originOnly && url.pathname !== '/')) {
    const example = originOnly ? 'https://shop.example.com' : 'https://api.example.com/prices';
    throw new UsageError(`"${option}" takes an address such as ${example}, or none.`);
  }
  return url.href.replace(/\/+$/, '');
}

export function parseSignals(text: string): SignalsSettings | null {
  if (text === 'none') return null;
  const [, url = '', share = '100'] = /^(.*?)(?:=(\d+))?$/.exec(text) ?? [];
  const parsed = v.safeParse(signalsSettings, { url, share: Number(share) });
  if (parsed.success) return parsed.output;
  throw new UsageError(
    `"--signals" takes a path or an https address, and the per cent of visits, such as /_signals=10, or none.`,
  );
}

export function parseLimit(text: string): SettingsChange['limits'][number] {
  const [, name = '', typed = '', bytes = ''] = /^(.+)\.(\w+)=(\d+|none)$/.exec(text) ?? [];
  const kind = kinds.find((candidate) => candidate === typed);
  if (kind) return { name, kind, bytes: bytes === 'none' ? null : Number(bytes) };
  throw new UsageError(
    `"${text}" is no limit; write <app or page>.<${kinds.join('|')}>=<bytes>, such as pricing.script=7300.`,
  );
}
