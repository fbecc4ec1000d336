import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/* The guide of a written site. Its lines are copied to the files that it names, so that they are known to work. */

/** A file that is written, or a place in one; then the lines. */
const step = /^(?:In )?`([^`\s]+)`(?:, (in place of|before) `([^`]+)`)?:\n\n```\w+\n([^]*?)```$/gm;

/** Finds a text with any white space for white space. */
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
 * @param words in place of the guide's own, so that the site speaks another language
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
    const found = patternOf(anchor).exec(text);
    if (!found) throw new Error(`${name} has no "${anchor}", which the guide speaks of.`);
    const rest = text.slice(how === 'before' ? found.index : found.index + found[0].length);
    await writeFile(file, `${text.slice(0, found.index)}${lines.trim()}\n${rest}`);
  }
}

/**
 * Makes another site of the same name, from a folder with nothing but the packages that a site has installed.
 * @returns its files
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
