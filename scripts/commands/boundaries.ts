import { readdirSync } from 'node:fs';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import rules, { folderCircles, tests } from '../../.dependency-cruiser.mjs';
import { terminal } from '@composed/command/output';
import { runProgram } from '@composed/command/terminal';

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

runProgram('npm run boundaries --', 'imports that .dependency-cruiser.mjs forbids', (program) =>
  program.action(async () => {
    await check({ ruleSet: { forbidden: rules.forbidden ?? [] } });
    const exclude = `/node_modules/|/dist/|${tests}`;
    await check({ ruleSet: { forbidden: folderCircles }, exclude });
  }),
);
