import { statSync } from 'node:fs';
import path from 'node:path';
import { telemetrySettings } from '@composed/contracts/composer';
import { appName, dataName } from '@composed/contracts/release-manifest';
import * as v from 'valibot';
import { UsageError } from '@composed/command/errors';
import { origin, upstream } from '@composed/command/environment';
import { createParser, createTextParser, parsePath } from '@composed/command/option-parsers';
import { budgetKinds } from '../ledger/budget';

/** Creates a schema that reads 'none' as null. */
const orNone = <T>(schema: v.GenericSchema<string, T>) =>
  v.union([
    v.pipe(
      v.literal('none'),
      v.transform(() => null),
    ),
    schema,
  ]);

const createNumberParser = (pattern: RegExp, advice: string) => {
  const parse = createTextParser(pattern, advice);
  return (text: string) => Number.parseInt(parse(text), 10);
};

/* Parsers of settings. */
export const parseSiteUrl = createParser(
  v.pipe(
    orNone(origin),
    v.transform((siteUrl) => ({ siteUrl })),
  ),
  'It takes an address such as https://shop.example.com, or none.',
);
const datum = v.pipe(
  v.string(),
  v.transform((text) => {
    const [, name, url] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    return { name, url };
  }),
  v.object({ name: dataName, url: orNone(upstream) }),
);
export const parseDatum = createParser(
  datum,
  'Write <name>=<address>, such as catalog=https://api.example.com/catalog, or <name>=none.',
);

const telemetrySchema = v.pipe(
  v.string(),
  v.transform((text) => {
    const [, url = '', share = '100'] = /^([^?=]*(?:\?.*?)?)(?:=(\d+))?$/.exec(text) ?? [];
    return { url, share: Number(share) };
  }),
  telemetrySettings,
);
export const parseTelemetry = createParser(
  v.pipe(
    orNone(telemetrySchema),
    v.transform((telemetry) => ({ telemetry })),
  ),
  'It takes a path or an https address, and the per cent of visits, such as /_telemetry=10, or none.',
);

/** Parses the name of any app that a store may have. */
export const parseApp = createParser(appName, 'It takes the name of an app, such as reviews.');

const limit = v.pipe(
  v.string(),
  v.transform((text) => {
    const [, name, kind, bytes] = /^(.+)\.(\w+)=(\d{1,15}|none)$/.exec(text) ?? [];
    return { name, kind, bytes: bytes === 'none' ? null : Number(bytes) };
  }),
  v.object({
    name: v.union([v.literal('*'), appName]),
    kind: v.picklist(budgetKinds),
    bytes: v.nullable(v.number()),
  }),
);
export const parseLimit = createParser(
  limit,
  `Write <app>.<${budgetKinds.join('|')}>=<bytes>, such as reviews.script=7300.`,
);

/** A text that begins with a hyphen is the next option, so the reason has been forgotten. */
export const parseReason = createTextParser(/^(?!-)\s*\S/, 'It needs a reason.');
export const parsePreviewName = createTextParser(
  /^(?!(?:constructor|prototype)$)[a-z0-9][a-z0-9-]{0,39}$/,
  'The name of a preview has up to 40 lower-case letters, digits and hyphens.',
);
export const parseShare = createNumberParser(
  /^[1-9]\d?$/,
  'It takes a percentage of the visitors, from 1 to 99.',
);
export const parseMinutes = createNumberParser(/^[1-9]\d{0,4}m$/, 'It takes minutes, such as 60m.');
export const parseDays = createNumberParser(
  /^[1-9]\d{0,4}$/,
  'It takes a number of days, at least one.',
);

/** Parses the path of an existing file. */
export function parseFile(text: string): string {
  const file = parsePath(text);
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
  throw new UsageError(`There is no file ${file}.`);
}

/** Parses the path of a folder with a release. */
export function parseFolder(text: string): string {
  const folder = parsePath(text);
  if (!statSync(folder, { throwIfNoEntry: false })?.isFile()) return folder;
  const command = /\.t(?:ar\.)?gz$/.test(folder) ? ` (tar -xzf ${path.basename(folder)})` : '';
  throw new UsageError(
    `${folder} is a file: unpack it${command}, and name the folder that holds release.json.`,
  );
}
