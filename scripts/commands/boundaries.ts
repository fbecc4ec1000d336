import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import * as v from 'valibot';
import rules, { folderCircles, tests } from '../../.dependency-cruiser.mjs';

/*
 * `npm run boundaries`: prints the imports that .dependency-cruiser.mjs forbids, and the workspaces that the
 * lockfile does not know, if there are any.
 */

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
  console.error(
    `${lockfile} does not have ${folder}: run "npm install", and commit what it writes.`,
  );
  process.exitCode = 1;
}
