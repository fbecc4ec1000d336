import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runNginx } from '../server/nginx/run';
import { parseBudget } from '../release/budget';
import { runRelease } from '../release/command-line';
import type { Terminal } from '../release/reports/progress';
import { readSettings } from '../environment';
import { openReleaseTool } from '../release/open-tool';

/* `npm run release -- <command>`: publish, roll back, preview, look, serve. "help" lists the commands. */

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  interactive: process.stdout.isTTY && !process.env['NO_COLOR'],
};

async function release(words: readonly string[]): Promise<void> {
  const settings = readSettings(process.env);
  const [name, ...rest] = words;
  if (name === 'nginx' && !rest.includes('--help')) {
    process.exitCode = await runNginx(rest, settings, terminal);
    return;
  }
  const tool = await openReleaseTool(settings);
  const json = await readFile(path.join(import.meta.dirname, '../release/budget.json'), 'utf8');
  process.exitCode = await runRelease(words, { ...tool, budget: parseBudget(json) }, terminal);
}

release(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
