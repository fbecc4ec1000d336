import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { globSync } from 'tinyglobby';
import * as v from 'valibot';
import rules, { folderCircles, tests } from '../../.dependency-cruiser.mjs';

/*
 * `npm run boundaries`: prints the imports that .dependency-cruiser.mjs forbids, the workspaces that the lockfile
 * does not know, and what would change a package after it is installed, if there are any.
 */

function refuse(problem: string): void {
  console.error(problem);
  process.exitCode = 1;
}

const folders = readdirSync('.').filter((name) => /^(?:host|remote-.+|shared|scripts)$/.test(name));

async function check(options: ICruiseOptions): Promise<void> {
  const { output, exitCode } = await cruise(folders, {
    ...rules.options,
    ...options,
    validate: true,
    outputType: 'err',
  });
  if (typeof output === 'string') process.stdout.write(output);
  if (exitCode > 0) process.exitCode = 1;
}

await check({ ruleSet: { forbidden: rules.forbidden ?? [] } });
await check({ ruleSet: { forbidden: folderCircles }, exclude: `/node_modules/|/dist/|${tests}` });

const lockfile = 'package-lock.json';
const { packages } = v.parse(
  v.object({ packages: v.record(v.string(), v.unknown()) }),
  JSON.parse(readFileSync(lockfile, 'utf8')),
);
for (const folder of folders) {
  if (!existsSync(`${folder}/package.json`) || folder in packages) continue;
  refuse(`${lockfile} does not have ${folder}: run "npm install", and commit what it writes.`);
}

// What the builds make of packages, the browser tests compare with what was installed.
const patches = globSync(['**/patches/**', '**/*.patch'], {
  ignore: ['**/node_modules/**', 'dist/**'],
});
for (const file of patches) refuse(`${file}: packages are used as they are published.`);
const scripts = v.object({ scripts: v.optional(v.record(v.string(), v.string()), {}) });
for (const file of globSync(['package.json', '*/package.json'])) {
  const names = Object.keys(v.parse(scripts, JSON.parse(readFileSync(file, 'utf8'))).scripts);
  const hook = names.find((name) => /^(?:pre|post)?install$|^prepare$/.test(name));
  if (hook) refuse(`${file}: "${hook}" runs after packages are installed, and could change them.`);
}
