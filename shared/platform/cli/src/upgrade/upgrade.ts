import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageFileFrom, readPackage, workspaceFolders } from '@composed/apps/workspaces';
import { UsageError, UserError } from '@composed/command/errors';
import { npmCommand } from '@composed/command/packages.mjs';
import satisfies from 'semver/functions/satisfies.js';
import * as v from 'valibot';
import { filesOf, writeFiles } from '../new/common';

/* `composed upgrade`: newer packages of the platform in the place of those that a repository has, and what that changes. */

const run = promisify(execFile);
const described = v.object({
  engines: v.optional(v.object({ node: v.string() }), { node: '*' }),
  /** Formats and contracts that are stored, or handed over between packages of different ages, by name. */
  formats: v.optional(v.record(v.string(), v.number()), {}),
});

/** The templates that a repository was written from, and what they were filled in with. */
type Written = readonly [kinds: readonly string[], values: Readonly<Record<string, string>>];

type Unpacked = ReturnType<typeof readUnpacked>;

/** A package that is here, and the newer one with its tarball. */
interface Pair {
  readonly from: Unpacked;
  readonly to: Unpacked & { readonly file: string };
}

/** The description of a package in a folder. */
function readUnpacked(folder: string) {
  const document = readPackage(path.join(folder, 'package.json'));
  const { engines, formats } = v.parse(described, document);
  return { folder, name: document.name, version: document.version, engines: engines.node, formats };
}

/** @param tarballs a folder of them, as `composed pack` fills it */
async function unpackAll(tarballs: string, into: string) {
  const files = (await readdir(tarballs)).filter((file) => file.endsWith('.tgz'));
  return Promise.all(
    files.map(async (file) => {
      const folder = path.join(into, file);
      await mkdir(folder);
      const words = ['-xzf', path.join(tarballs, file), '-C', folder, '--strip-components', '1'];
      await run('tar', words);
      return { ...readUnpacked(folder), file };
    }),
  );
}

/** Fills a folder with the newest packages of the platform that a repository names and a registry has. */
export async function fetchNewest(root: string, folder: string): Promise<void> {
  const { dependencies, devDependencies } = readPackage(path.join(root, 'package.json'));
  const requests = Object.entries({ ...dependencies, ...devDependencies }).flatMap(
    ([name, from]) =>
      name.startsWith('@composed/') && !from.startsWith('file:') ? [`${name}@latest`] : [],
  );
  if (requests.length === 0)
    throw new UsageError('No package of the platform is from a registry here: name a folder.');
  const [npm, before] = npmCommand();
  await run(npm, [...before, 'pack', ...requests, '--pack-destination', folder], { cwd: root });
}

/** Lines of a text that another one has not. */
const newLines = (text: string, before: string) => {
  const known = new Set(before.split('\n'));
  return text.split('\n').filter((line) => line.trim() !== '' && !known.has(line));
};

const changesOf = async ({ folder }: Pick<Unpacked, 'folder'>) =>
  readFile(path.join(folder, 'CHANGELOG.md'), 'utf8').catch(() => '');

/**
 * Replaces the packages of a repository by newer ones.
 * @param tarballs a folder with the newer ones, as `composed pack` fills it
 * @param kinds of templates that it was written from
 * @param values what those were filled in with
 * @param isDry look, and change nothing
 * @returns lines for a person: packages with their versions, formats that differ, what is new in the CHANGELOG, files of
 * the template that nobody had edited here, and those that both have edited
 * @throws UserError when this Node.js is too old for them, or the folder holds none that this repository has
 */
export async function upgrade(
  root: string,
  tarballs: string,
  [kinds, values]: Written,
  isDry: boolean,
) {
  const { dependencies, devDependencies } = readPackage(path.join(root, 'package.json'));
  const ranges = { ...dependencies, ...devDependencies };
  const work = await mkdtemp(path.join(tmpdir(), 'upgrade-'));
  try {
    const newer = (await unpackAll(tarballs, work)).filter(({ name }) => name in ranges);
    if (newer.length === 0) throw new UserError(`${tarballs} holds no package that is used here.`);
    const pairs = newer.flatMap((to): Pair[] => {
      const from = readUnpacked(path.dirname(packageFileFrom(root, to.name)));
      return from.version === to.version ? [] : [{ from, to }];
    });
    const tooOld = pairs.find(({ to }) => !satisfies(process.versions.node, to.engines));
    if (tooOld) {
      throw new UserError(
        `${tooOld.to.name} ${tooOld.to.version} needs Node.js ${tooOld.to.engines}, and this is ${process.versions.node}: install that first.`,
      );
    }
    const cli = pairs.find(({ to }) => to.name === '@composed/cli');
    const files = cli
      ? await compareTemplates(root, cli, [kinds, values])
      : { written: [], toCompare: [] };
    if (!isDry) {
      await writeFiles(root, new Map(files.written));
      await namePackages(root, tarballs, pairs, ranges);
    }
    return {
      packages: pairs.map(({ from, to }) => `${to.name} ${from.version} → ${to.version}`),
      formats: pairs.flatMap(({ from, to }) =>
        Object.entries(to.formats)
          .filter(([name, number]) => ![number, undefined].includes(from.formats[name]))
          .map(([name, number]) => `${name} ${from.formats[name]} → ${number}`),
      ),
      changes: cli ? newLines(await changesOf(cli.to), await changesOf(cli.from)) : [],
      written: files.written.map(([file]) => file),
      toCompare: files.toCompare,
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

type Content = string | Buffer | undefined;
const isSame = (one: Content, other: Content) =>
  one === undefined || other === undefined
    ? one === other
    : Buffer.from(one).equals(Buffer.from(other));

/** Files whose newer template differs: those that nobody has edited here, and those that were. */
async function compareTemplates(root: string, { from, to }: Pair, [kinds, values]: Written) {
  const written: (readonly [file: string, content: string | Buffer])[] = [];
  const toCompare: string[] = [];
  const filled = (kind: string, { folder }: Pick<Unpacked, 'folder'>) =>
    filesOf(kind, values, path.join(folder, 'templates'));
  for (const kind of kinds) {
    const before = new Map(filled(kind, from));
    for (const [file, content] of filled(kind, to)) {
      const old = before.get(file);
      const here = path.join(root, file);
      const own = existsSync(here) ? await readFile(here) : undefined;
      // The file may be the newer one already, by a run that was ended.
      if (isSame(own, content) || isSame(old, content)) continue;
      if (isSame(own, old)) written.push([file, content]);
      else if (own) toCompare.push(file);
    }
  }
  return { written, toCompare };
}

/**
 * Names the newer packages wherever the older ones are named, and copies their tarballs. A run that was ended is
 * completed by the next one.
 */
async function namePackages(
  root: string,
  tarballs: string,
  pairs: readonly Pair[],
  asked: Readonly<Record<string, string>>,
): Promise<void> {
  const manifests = ['.', ...workspaceFolders(root)].map((each) =>
    path.join(root, each, 'package.json'),
  );
  const texts = new Map<string, string>();
  for (const file of manifests) texts.set(file, await readFile(file, 'utf8'));
  const replaced: string[] = [];
  for (const { from, to } of pairs) {
    const named = asked[to.name] ?? '';
    const isFile = named.startsWith('file:');
    const next = isFile
      ? `${path.posix.dirname(named)}/${to.file}`
      : named.slice(0, /\d|$/.exec(named)?.index) + to.version;
    const rows = new RegExp(String.raw`("${to.name}":\s*)"([^"]+)"`, 'g');
    for (const [file, text] of texts) {
      const nameNewer = (row: string, before: string, version: string) => {
        if (version === named) return `${before}"${next}"`;
        return version === from.version ? `${before}"${to.version}"` : row;
      };
      texts.set(file, text.replaceAll(rows, nameNewer));
    }
    if (!isFile) continue;
    const place = path.join(root, next.replace('file:', ''));
    const source = path.join(tarballs, to.file);
    if (path.resolve(source) !== place) await cp(source, place);
    replaced.push(place.replace(to.version, from.version));
  }
  for (const [file, text] of texts) {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  }
  for (const file of replaced) await rm(file, { force: true });
}
