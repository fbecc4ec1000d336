#!/usr/bin/env node
// @ts-check
/* The executable of @composed/cli. The packed package is compiled. In its own repository, sources are compiled on demand. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runSource } from '@composed/command/sources.mjs';

// Under Plug’n’Play, Jest does not find its environments, and packages that import undeclared dependencies fail.
if (process.versions['pnp']) {
  console.error(
    'Yarn’s Plug’n’Play hides packages that these tools import: write "nodeLinker: node-modules" in .yarnrc.yml, and install again.',
  );
  process.exitCode = 1;
} else {
  try {
    const source = fileURLToPath(new URL('commands/command-table.ts', import.meta.url));
    /** @type {typeof import('./commands/command-table')} */
    const { dispatchCommand } = existsSync(source)
      ? await runSource(source)
      : await import('./commands/command-table');
    await dispatchCommand();
  } catch (error) {
    // The descriptions of the site and its apps are read before a command begins, and may be invalid.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
