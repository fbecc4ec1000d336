import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js';
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js';
import * as v from 'valibot';

/*
 * Asks Mozilla's HTTP Observatory what it makes of pages on this machine, in a process of its own, which
 * NODE_EXTRA_CA_CERTS lets trust the test's certificate. The package's own `scan` knows no ports, so
 * its sum is done here, with its tests, its modifiers and its rule for extra credit.
 */

const argument = v.object({
  httpPort: v.number(),
  httpsPort: v.number(),
  paths: v.array(v.string()),
});

/**
 * The package downloads the browsers' list of TLS-only domains when it is installed. Here nothing is
 * downloaded, and an empty list says the worst of a domain: that it is not on it.
 */
async function provideEmptyPreloadList(): Promise<void> {
  const require = createRequire(import.meta.url);
  const main = require.resolve('@mdn/mdn-http-observatory');
  const file = path.join(path.dirname(main), '../conf/hsts-preload.json');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '{}');
}

async function score(options: { httpPort: number; httpsPort: number; path: string }) {
  const retrieved = await retrieve('localhost', options);
  const { auto } = retrieved.responses;
  if (!auto) throw new Error(`Nothing answers for ${options.path}.`);
  const tests = ALL_TESTS.map((test) => {
    const output = test(retrieved);
    const modifier = output.result === null ? 0 : getScoreModifier(output.result);
    return { name: output.constructor.name, result: output.result, pass: output.pass, modifier };
  });
  const sum = (modifiers: readonly number[]) => modifiers.reduce((a, b) => a + b, 100);
  const uncurved = sum(tests.map(({ modifier }) => Math.min(modifier, 0)));
  const curved = sum(tests.map(({ modifier }) => modifier));
  const final = getGradeForScore(uncurved >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? curved : uncurved);
  return { path: options.path, status: auto.status, ...final, tests };
}

async function main(): Promise<void> {
  const { paths, ...ports } = v.parse(argument, JSON.parse(process.argv[2] ?? ''));
  await provideEmptyPreloadList();
  const scores = [];
  for (const place of paths) scores.push(await score({ ...ports, path: place }));
  process.stdout.write(`${JSON.stringify(scores)}\n`);
}

await main();
