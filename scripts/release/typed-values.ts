import { isIP } from 'node:net';
import path from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { signalsSettings, type SignalsSettings } from '@shopwright/shared/contracts/composer';
import * as v from 'valibot';
import { origin, upstream } from '../environment';
import { kinds } from './budget';
import type { SettingsChange } from './settings';

/* What can be typed for an option; each throws InvalidArgumentError with what to type instead. */

/** @param schema of the environment, which has such addresses too; 'none' is null */
function parseAddress(text: string, schema: v.GenericSchema<string>, example: string) {
  if (text === 'none') return null;
  const parsed = v.safeParse(schema, text);
  if (parsed.success) return parsed.output;
  throw new InvalidArgumentError(`It takes an address such as ${example}, or none.`);
}

export const parseSiteUrl = (text: string) =>
  parseAddress(text, origin, 'https://shop.example.com');
export const parsePricesUrl = (text: string) =>
  parseAddress(text, upstream, 'https://api.example.com/prices');
export const parseServices = (text: string) =>
  parseAddress(text, origin, 'http://127.0.0.1:8080, without a path');

export function parseServer(text: string): string {
  const parsed = v.safeParse(v.pipe(origin, v.startsWith('http:')), text);
  if (parsed.success) return parsed.output;
  throw new InvalidArgumentError('It takes an address such as http://10.0.0.5:8080, without TLS.');
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

function matching(pattern: RegExp, advice: string) {
  return (text: string) => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(advice);
  };
}

function numberMatching(pattern: RegExp, advice: string) {
  const parse = matching(pattern, advice);
  return (text: string) => Number.parseInt(parse(text), 10);
}

/** Not an option either: its own value was forgotten then. */
export const parseReason = matching(/^(?!-)\s*\S/, 'It needs a reason.');
export const parsePreviewName = matching(
  /^[a-z0-9][a-z0-9-]{0,39}$/,
  'A preview is named by up to 40 small letters, digits and hyphens.',
);
export const parseShare = numberMatching(/^[1-9]\d?$/, 'Write 1 to 99, per cent of the visitors.');
export const parseMinutes = numberMatching(/^[1-9]\d{0,4}m$/, 'It takes minutes, such as 60m.');
export const parseDays = numberMatching(/^\d{1,5}$/, 'It is not a number of days.');
export const parseAccount = matching(/^[a-z_][\w.-]{0,31}$/i, 'It takes the name of an account.');
export const parsePath = (text: string) => path.resolve(matching(/\S/, 'It takes a path.')(text));

/** @returns such as '127.0.0.1:8080', or both families for a port alone */
export function parseListen(text: string): string[] {
  const match = /^(\d{1,3}(?:\.\d{1,3}){3}:|\[[\da-fA-F:.]+\]:)?(\d{1,5})$/.exec(text);
  const [, address, port = ''] = match ?? [];
  if (Number(port) >= 1 && Number(port) <= 65_535) return address ? [text] : [port, `[::]:${port}`];
  throw new InvalidArgumentError(
    'It takes a port or an address with a port, such as 443 or 127.0.0.1:8080.',
  );
}

export function parseNameServer(text: string): string {
  const [, v6, v4 = text] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  const family = isIP(v6 ?? v4);
  if (family > 0) return family === 6 && v6 === undefined ? `[${text}]` : text;
  throw new InvalidArgumentError('It takes the address of a name server, such as 10.0.0.2.');
}
