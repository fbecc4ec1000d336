import { readdirSync } from 'node:fs';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import rules, { folderCircles, tests } from '../../.dependency-cruiser.mjs';
import { terminal } from '../output';

/* `npm run boundaries`: prints the imports that .dependency-cruiser.mjs forbids, if there are any. */

const folders = readdirSync('.').filter((name) => /^(?:host|remote-.+|shared|scripts)$/.test(name));

async function check(options: ICruiseOptions): Promise<void> {
  const { output, exitCode } = await cruise(folders, {
    ...rules.options,
    ...options,
    validate: true,
    outputType: 'err',
  });
  if (typeof output === 'string') terminal.write(output);
  if (exitCode > 0) process.exitCode = 1;
}

await check({ ruleSet: { forbidden: rules.forbidden ?? [] } });
await check({ ruleSet: { forbidden: folderCircles }, exclude: `/node_modules/|/dist/|${tests}` });
