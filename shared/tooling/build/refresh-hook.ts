import { readFileSync } from 'node:fs';
import path from 'node:path';

const script = readFileSync(path.join(import.meta.dirname, 'refresh-hook.browser.js'), 'utf8');

/** For the head of a development page, before any other script; see the script for what it does. */
export const refreshHookElement = `<script>${script}</script>`;
