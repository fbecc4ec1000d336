import { InvalidArgumentError } from '@commander-js/extra-typings';
import { signalsSettings, type SignalsSettings } from 'shared/contracts/composer';
import * as v from 'valibot';
import { kinds } from './budget';
import type { SettingsChange } from './settings';

/* What can be typed for an option; each throws InvalidArgumentError with what to type instead. */

/** 'none' is null; an address comes without its trailing slash. */
export function parseAddress(value: string, originOnly = false): string | null {
  if (value === 'none') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlace =
    url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!isPlace || (originOnly && url.pathname !== '/')) {
    const example = originOnly ? 'https://shop.example.com' : 'https://api.example.com/prices';
    throw new InvalidArgumentError(`It takes an address such as ${example}, or none.`);
  }
  return url.href.replace(/\/+$/, '');
}

export function parseSignals(text: string): SignalsSettings | null {
  if (text === 'none') return null;
  const [, url = '', share = '100'] = /^(.*?)(?:=(\d+))?$/.exec(text) ?? [];
  const parsed = v.safeParse(signalsSettings, { url, share: Number(share) });
  if (parsed.success) return parsed.output;
  throw new InvalidArgumentError(
    `It takes a path or an https address, and the per cent of visits, such as /_signals=10, or none.`,
  );
}

export function parseLimit(text: string): SettingsChange['limits'][number] {
  const [, name = '', typed = '', bytes = ''] = /^(.+)\.(\w+)=(\d+|none)$/.exec(text) ?? [];
  const kind = kinds.find((candidate) => candidate === typed);
  if (kind) return { name, kind, bytes: bytes === 'none' ? null : Number(bytes) };
  throw new InvalidArgumentError(
    `Write <app or page>.<${kinds.join('|')}>=<bytes>, such as pricing.script=7300.`,
  );
}

/** Not an option either: its own value was forgotten then. */
export function parseReason(text: string): string {
  if (/^(?!-)\s*\S/.test(text)) return text;
  throw new InvalidArgumentError('It needs a reason.');
}

/** Per cent of the visitors. */
export function parseShare(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write 1 to 99, per cent of the visitors.');
}

export function parseMinutes(text: string): number {
  if (/^[1-9]\d{0,4}m$/.test(text)) return Number.parseInt(text, 10);
  throw new InvalidArgumentError('It takes minutes, such as 60m.');
}

export function parseDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not a number of days.');
}

export function parsePreviewName(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'A preview is named by up to 40 small letters, digits and hyphens.',
  );
}
