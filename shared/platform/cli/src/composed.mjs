#!/usr/bin/env node
// @ts-check
/* The program of @composed/cli. Packed it is compiled; in their own repository tsx reads its sources. */
import { existsSync } from 'node:fs';

if (existsSync(new URL('commands/composed.ts', import.meta.url)))
  (await import('tsx/esm/api')).register();
const { runComposed } = await import('./commands/composed');
runComposed();
