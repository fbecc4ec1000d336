// @ts-check
/*
 * Checks the boundaries of a repository: prints the imports that ./boundary-rules.mjs, or the repository's own
 * .dependency-cruiser.mjs, forbids.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { siteRules, testPattern } from './boundary-rules.mjs';

const folders = readdirSync('.').filter((name) =>
  /^(?:host|remote-.+|shared|scripts|src)$/.test(name),
);

const ownConfig = path.resolve('.dependency-cruiser.mjs');
/** @type {{ default: import('dependency-cruiser').IConfiguration }} */
const { default: config } = existsSync(ownConfig)
  ? await import(pathToFileURL(ownConfig).href)
  : { default: siteRules };

/** @param {import('dependency-cruiser').ICruiseOptions} options */
async function check(options) {
  const { output, exitCode } = await cruise(folders, {
    ...config.options,
    ...options,
    validate: true,
    outputType: 'err',
  });
  if (typeof output === 'string') process.stdout.write(output);
  if (exitCode > 0) process.exitCode = 1;
}

await check({ ruleSet: { forbidden: config.forbidden ?? [] } });
// A separate check without tests, which may import from parent folders.
await check({
  ruleSet: {
    forbidden: [
      {
        name: 'no circles between folders',
        severity: 'error',
        scope: 'folder',
        from: {},
        to: { circular: true },
      },
    ],
  },
  exclude: `/node_modules/|/dist/|${testPattern}`,
});
