import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { globSync } from 'tinyglobby';
import rules, { folderCircles, tests } from '../../.dependency-cruiser.mjs';

/*
 * `npm run boundaries`: prints the imports that .dependency-cruiser.mjs forbids, the workspaces that the lockfile
 * does not know, and patches of packages, if there are any.
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

const lockfile = existsSync('package-lock.json') ? readFileSync('package-lock.json', 'utf8') : '';
for (const folder of folders) {
  if (!existsSync(`${folder}/package.json`) || lockfile.includes(`"${folder}": {`)) continue;
  refuse(
    `package-lock.json does not have ${folder}: run "npm install", and commit what it writes.`,
  );
}

// What the builds make of packages, the browser tests compare with what was installed. No script of npm's changes
// them: .npmrc has it run none.
const ignore = ['**/node_modules/**', 'dist/**'];
for (const file of globSync(['**/patches/**', '**/*.patch'], { ignore })) {
  refuse(`${file}: packages are used as they are published.`);
}
