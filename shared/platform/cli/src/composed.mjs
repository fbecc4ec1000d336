#!/usr/bin/env node
// @ts-check
/* The program of @composed/cli. Packed it is compiled; in its own repository its sources are, when they change. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runSource } from '@composed/command/sources.mjs';

// Jest finds no environment there, and some packages import what only others depend on.
if (process.versions['pnp']) {
  console.error(
    'Yarn’s Plug’n’Play hides packages that these tools import: write "nodeLinker: node-modules" in .yarnrc.yml, and install again.',
  );
  process.exitCode = 1;
} else {
  try {
    const source = fileURLToPath(new URL('commands/registry.ts', import.meta.url));
    /** @type {typeof import('./commands/registry')} */
    const { runComposed } = existsSync(source)
      ? await runSource(source)
      : await import('./commands/registry');
    await runComposed();
  } catch (error) {
    // A site and its apps are described by files that people write, and are read before a command begins.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
