import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseBudget } from './release/budget';
import { runRelease } from './release/cli';
import { readSettings } from './settings';
import { openReleaseTool } from './site-tool';

/* `npm run release -- <command>`: publish, roll back, preview, look. "help" lists the commands. */

async function release(words: readonly string[]): Promise<void> {
  const tool = await openReleaseTool(readSettings(process.env));
  const json = await readFile(path.join(import.meta.dirname, 'release/budget.json'), 'utf8');
  process.exitCode = await runRelease(
    words,
    { ...tool, budget: parseBudget(json) },
    {
      write: (text) => process.stdout.write(text),
      writeError: (text) => process.stderr.write(text),
      interactive: process.stdout.isTTY && !process.env['NO_COLOR'],
    },
  );
}

release(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
