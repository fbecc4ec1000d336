import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/* Follows the guide of a generated site by writing its code into the files that it names, to prove that it works. */

/** Matches a step of the guide: the name of a file, optionally a position in the file, and the code. */
const step = /^(?:In )?`([^`\s]+)`(?:, (in place of|before) `([^`]+)`)?:\n\n```\w+\n([^]*?)```$/gm;

/** Returns a pattern for a text that matches any white space where the text has some. */
const patternOf = (text: string) =>
  new RegExp(
    text
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join(String.raw`\s+`),
  );

/**
 * Follows the guide in a site.
 * @param words word of the guide → its replacement, for a site in another language
 */
export async function followGuide(
  site: string,
  words: Readonly<Record<string, string>>,
): Promise<void> {
  let guide = await readFile(path.join(site, 'GUIDE.md'), 'utf8');
  for (const [word, other] of Object.entries(words)) {
    if (!guide.includes(word)) throw new Error(`The guide has no "${word}" any more.`);
    guide = guide.replaceAll(word, other);
  }
  for (const [, name = '', how, anchor = '', lines = ''] of guide.matchAll(step)) {
    const file = path.join(site, name);
    if (how === undefined) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, lines);
      continue;
    }
    const text = await readFile(file, 'utf8');
    const match = patternOf(anchor).exec(text);
    if (!match) throw new Error(`${name} has no "${anchor}", which the guide speaks of.`);
    const rest = text.slice(how === 'before' ? match.index : match.index + match[0].length);
    await writeFile(file, `${text.slice(0, match.index)}${lines.trim()}\n${rest}`);
  }
}

/**
 * Writes another site of the same name from a folder that contains only the installed packages of a site.
 * @returns the files of the new site
 */
export async function siteFromPackages(site: string, into: string): Promise<string[]> {
  const empty = path.join(path.dirname(into), 'empty');
  await mkdir(empty, { recursive: true });
  await symlink(path.join(site, 'node_modules'), path.join(empty, 'node_modules'));
  const tarballs = await readdir(path.join(site, 'packages'));
  const dependencies: Record<string, string> = {};
  for (const file of tarballs) {
    const from = path.relative(empty, path.join(site, 'packages', file));
    dependencies[file.replace(/^composed-([a-z]+)-.*/, '@composed/$1')] = `file:${from}`;
  }
  await writeFile(path.join(empty, 'package.json'), JSON.stringify({ dependencies }));
  const program = path.join(site, 'node_modules/@composed/cli/src/composed.mjs');
  await run(process.execPath, [program, 'new', '--site', into], { cwd: empty });
  return (await readdir(into, { recursive: true })).sort();
}
