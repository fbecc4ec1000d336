import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '../build/integrity';
import {
  type FileRecord,
  parseReleaseManifest,
  type ReleaseManifest,
} from 'shared/contracts/release-manifest';
import { versionOf } from '../build/release-version';
import { messageOf } from './reports/format';

/** A release as the build leaves it in a folder: release.json, server.cjs, browser/<files>. */
export interface BuiltRelease {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
}

/** @throws Error with one clear sentence when the folder does not hold a release of `app` */
export async function readBuiltRelease(app: string, folder: string): Promise<BuiltRelease> {
  let manifest: ReleaseManifest;
  try {
    manifest = parseReleaseManifest(await readFile(path.join(folder, 'release.json'), 'utf8'));
  } catch (error) {
    throw new Error(
      `The build of ${app} in ${folder} has no readable release.json: ${messageOf(error)}`,
    );
  }
  if (manifest.app !== app) {
    throw new Error(`${folder} holds a release of ${manifest.app}, not of ${app}.`);
  }
  if (manifest.version !== versionOf(manifest)) {
    throw new Error(`${folder}/release.json was changed after the build; build again.`);
  }
  return { folder, manifest };
}

async function readChecked(file: string, record: FileRecord): Promise<Buffer> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) throw new Error(`${file} is missing from the build; build again.`);
  if (integrityOf(bytes) !== record.integrity) {
    throw new Error(`${file} does not match the hash in its release.json; build again.`);
  }
  return bytes;
}

/** @throws Error when the file is missing or not what release.json says */
export function readBrowserFile(built: BuiltRelease, name: string, record: FileRecord) {
  return readChecked(path.join(built.folder, 'browser', name), record);
}

/** @throws Error when the file is missing or not what release.json says */
export function readServerBundle(built: BuiltRelease): Promise<Buffer> {
  return readChecked(path.join(built.folder, 'server.cjs'), built.manifest.server);
}
