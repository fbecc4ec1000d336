#!/usr/bin/env node
// @ts-check
/* The program of @composed/cli. Packed it is compiled; in its own repository its sources are, when they change. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runSource } from '@composed/command/sources.mjs';

const source = fileURLToPath(new URL('commands/composed.ts', import.meta.url));
/** @type {typeof import('./commands/composed')} */
const { runComposed } = existsSync(source)
  ? await runSource(source)
  : await import('./commands/composed');
runComposed();
