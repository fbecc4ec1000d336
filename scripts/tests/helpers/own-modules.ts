import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownRepositories } from './own-repository';

/*
 * Remotes for framework-modules.spec: of each framework one with the same heading, state, toast, link, faults and part. The
 * part is made of plain DOM, and holds one of Vue.
 */

type Own = Awaited<ReturnType<typeof ownRepositories>>;

export const vue = 'tests-vue';
export const svelte = 'tests-svelte';
export const kinds = [
  { name: vue, framework: 'vue', file: 'TestsVueSection.vue' },
  { name: svelte, framework: 'svelte', file: 'TestsSvelteSection.svelte' },
  { name: 'tests-react', framework: 'react-own', file: 'TestsReactSection.tsx' },
] as const;

const sources = join(import.meta.dirname, '../sample-modules/frameworks');

/** Copies sources of modules to a remote. */
async function copySources(folder: string, ...files: readonly string[]): Promise<void> {
  for (const file of ['faults.ts', ...files])
    await cp(join(sources, file), join(folder, 'src', file));
}

/** Writes the modules that are parts of others, with their props and parts in the package. */
async function writeParts(folder: string): Promise<void> {
  await copySources(folder, 'Plain.ts', 'Inner.vue');
  await edit(
    join(folder, 'package.json'),
    '"exposes": {',
    `$&
    "./Plain": { "props": {}, "given": { "of": "number" }, "parts": { "tests-here/Inner": true } },
    "./Inner": { "import": "./src/Inner.vue", "props": {} },`,
  );
}

async function edit(file: string, before: string | RegExp, after: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(before, after));
}

/** Starts the site with these remotes, and with a remote of Vue in the host's repository. */
export async function startWithModules(): Promise<Own> {
  const apart = kinds.map(({ name, framework }) => ({ name, words: ['--framework', framework] }));
  const here = {
    name: 'tests-here',
    words: ['--framework', 'vue'],
    isHere: true,
    more: writeParts,
  };
  const repositories = await ownRepositories([...apart, here]);
  // npm would replace the host's React by React 18.
  const installed = join(import.meta.dirname, '../../../node_modules');
  for (const [from, to] of Object.entries({
    'react-18': 'react',
    'react-dom-18': 'react-dom',
    'react-dom-18/node_modules/scheduler': 'scheduler',
  })) {
    const folder = repositories.at('tests-react', 'node_modules', to);
    await rm(folder, { recursive: true });
    await cp(join(installed, from), folder, { recursive: true });
  }
  return repositories;
}

/**
 * Replaces the components by those with faults, and lets each module throw in its `mount`. The module of Vue creates a
 * Trusted Types policy, as some libraries do.
 */
export async function writeSources(repositories: Own): Promise<void> {
  for (const { name, file } of kinds) {
    await copySources(repositories.at(name), file);
    const module = repositories.at(name, 'src', file.endsWith('.tsx') ? 'module.tsx' : 'module.ts');
    await edit(module, /^ {2}mount\(.*\{$/m, "$&\n    throwIn('mount');");
    await edit(module, '', "import { throwIn } from './faults';\n");
    await edit(
      repositories.at(name, 'package.json'),
      '"props": {',
      '"parts": { "tests-here/Plain": true }, $&',
    );
  }
  // Its section has more kinds of controls than a new remote's, and each of them adds code of Svelte.
  await edit(repositories.at(svelte, 'package.json'), '"script": 17000', '"script": 18500');
  const policy = `globalThis.trustedTypes?.createPolicy('tests-html', { createHTML: (text) => text });\n`;
  await edit(repositories.at(vue, 'src/module.ts'), '', policy);
  const vueName = `"name": "${vue}",`;
  await edit(
    repositories.at(vue, 'package.json'),
    vueName,
    `${vueName} "trustedTypes": ["tests-html"],`,
  );
}
