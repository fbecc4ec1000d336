// @ts-check
/*
 * The boundary check of a repository: prints the imports that are forbidden to the apps of a site, and those that its
 * own .dependency-cruiser.mjs forbids.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { siteRules, tests } from './rules.mjs';

const folders = readdirSync('.').filter((name) =>
  /^(?:host|remote-.+|shared|scripts|src)$/.test(name),
);

const own = path.resolve('.dependency-cruiser.mjs');
/** @type {{ default: import('dependency-cruiser').IConfiguration }} */
const { default: config } = existsSync(own)
  ? await import(pathToFileURL(own).href)
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
// A second check leaves tests out: they may use folders above the one that they test.
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
  exclude: `/node_modules/|/dist/|${tests}`,
});
