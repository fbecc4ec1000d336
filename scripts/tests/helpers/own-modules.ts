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

const toast = `toasts.show({ kind: 'success', title: 'Thank you', message: 'Somebody reads it.' })`;
/** Code that counts the evaluations of a module in the page. */
const count = (by: string) =>
  `document.documentElement.dataset.standing = String(Number(document.documentElement.dataset.standing ?? 0) + ${by});`;
/** Code that throws in the stage that the test has selected. */
const faulty = (stage: string) =>
  `if (Reflect.get(globalThis, 'fault') === '${stage}') throw new Error('Thrown in ${stage}.');`;

/** The element for the part, without content, as a template writes it. */
const partWith = (bound: string) => `<div data-part="tests-here/Plain" ${bound}></div>`;

const policy = `globalThis.trustedTypes?.createPolicy('tests-html', { createHTML: (text) => text });`;

const components = {
  'TestsReactSection.tsx': `import { useEffect, useState } from 'react';
import { Part } from '@composed/contracts/Part';
import { toasts } from '@shopwright/shared/toasts';

export interface Props { readonly links: { readonly signUp: string } }

declare module '@composed/contracts/Part' {
  interface PartProps { readonly 'tests-here/Plain': { readonly of: number } }
}

export function TestsReactSection({ links }: Props) {
  const [presses, setPresses] = useState(0);
  const [name, setName] = useState('');
  const [colour, setColour] = useState('red');
  const [gift, setGift] = useState(false);
  const [size, setSize] = useState('S');
  useEffect(() => { ${faulty('effect')} ${count('1')} return () => { ${count('-1')} }; }, []);
  ${faulty('render')}
  if (presses > 2) throw new Error('Pressed too often.');
  return (
    <>
      <h2>The tests react</h2>
      <button type="button" onClick={() => setPresses(presses + 1)}>{\`Pressed \${presses} times\`}</button>
      <button type="button" onClick={() => ${toast}}>Send</button>
      <button type="button" onClick={() => { ${faulty('a handler')} }}>Break</button>
      <label>Name <input value={name} onChange={(event) => setName(event.target.value)} /></label>
      <p>{\`Hello \${name}\`}</p>
      {['red', 'blue'].map((each) => (
        <label key={each}><input type="radio" name="react" checked={colour === each} onChange={() => setColour(each)} />{each}</label>
      ))}
      <label><input type="checkbox" checked={gift} onChange={() => setGift(!gift)} />Gift</label>
      <select aria-label="Size" value={size} onChange={(event) => setSize(event.target.value)}><option>S</option><option>L</option></select>
      <output>{[colour, gift ? 'wrapped' : 'bare', size].join()}</output>
      <Part id="tests-here/Plain" of={presses} />
      <a href={links.signUp}>Open your shop</a>
    </>
  );
}
`,
  'TestsVueSection.vue': `<script setup lang="ts">
import { onMounted, onUnmounted, ref } from 'vue';
import { toasts } from '@shopwright/shared/toasts';

defineProps<{ links: { signUp: string } }>();
const presses = ref(0);
const name = ref('');
const colour = ref('red');
const gift = ref(false);
const size = ref('S');
const text = () => {
  ${faulty('render')}
  if (presses.value > 2) throw new Error('Pressed too often.');
  return 'Pressed ' + presses.value + ' times';
};
const send = () => ${toast};
const fail = () => { ${faulty('a handler')} };
onMounted(() => { ${faulty('effect')} ${count('1')} });
onUnmounted(() => { ${count('-1')} });
</script>

<template>
  <h2>The tests vue</h2>
  <button type="button" @click="presses += 1">{{ text() }}</button>
  <button type="button" @click="send">Send</button>
  <button type="button" @click="fail">Break</button>
  <label>Name <input v-model="name" /></label>
  <p>Hello {{ name }}</p>
  <label v-for="each in ['red', 'blue']" :key="each"><input v-model="colour" type="radio" name="vue" :value="each" />{{ each }}</label>
  <label><input v-model="gift" type="checkbox" />Gift</label>
  <select v-model="size" aria-label="Size"><option>S</option><option>L</option></select>
  <output>{{ [colour, gift ? 'wrapped' : 'bare', size].join() }}</output>
  ${partWith(`:data-props="JSON.stringify({ of: presses })"`)}
  <a :href="links.signUp">Open your shop</a>
</template>
`,
  'TestsSvelteSection.svelte': `<script lang="ts">
  import { onMount } from 'svelte';
  import { toasts } from '@shopwright/shared/toasts';

  const { links } = $props();
  let presses = $state(0);
  let name = $state('');
  let colour = $state('red');
  let gift = $state(false);
  let size = $state('S');
  const text = $derived.by(() => {
    ${faulty('render')}
    if (presses > 2) throw new Error('Pressed too often.');
    return 'Pressed ' + presses + ' times';
  });
  const fail = () => { ${faulty('a handler')} };
  onMount(() => { ${faulty('effect')} ${count('1')} return () => { ${count('-1')} }; });
</script>

<h2>The tests svelte</h2>
<button type="button" onclick={() => (presses += 1)}>{text}</button>
<button type="button" onclick={() => ${toast}}>Send</button>
<button type="button" onclick={fail}>Break</button>
<label>Name <input bind:value={name} /></label>
<p>Hello {name}</p>
<label><input type="radio" name="svelte" value="red" bind:group={colour} />red</label>
<label><input type="radio" name="svelte" value="blue" bind:group={colour} />blue</label>
<label><input type="checkbox" bind:checked={gift} />Gift</label>
<select aria-label="Size" bind:value={size}><option>S</option><option>L</option></select>
<output>{[colour, gift ? 'wrapped' : 'bare', size].join()}</output>
${partWith('data-props={JSON.stringify({ of: presses })}')}
<a href={links.signUp}>Open your shop</a>
`,
};

const inTestsHere = {
  'Plain.ts': `import type { SelfRenderingModule } from '@composed/contracts/module';

type Props = { readonly of: number };
const textFor = ({ of }: Props) => 'Beside ' + of + ' presses';
const module: SelfRenderingModule<Props> = {
  render: (props) =>
    '<p>' + textFor(props) + '</p><select aria-label="Beside"><option>one</option><option>two</option></select>' +
    '<div data-part="tests-here/Inner"></div>',
  mount(element, props, { hydrate }) {
    if (!hydrate) {
      const part = document.createElement('div');
      part.dataset.part = 'tests-here/Inner';
      element.append(document.createElement('p'), part);
    }
    const update = (given: object) => {
      const text = element.querySelector('p');
      if (text) text.textContent = textFor(given as Props);
    };
    if (!hydrate) update(props);
    element.querySelector('select')?.addEventListener('change', (event) => {
      element.dataset['heard'] = (event.target as HTMLSelectElement).value;
    });
    return { update, unmount: () => undefined };
  },
};
export default module;
`,
  'Inner.vue': `<script setup lang="ts">
import { onMounted, onUnmounted, ref } from 'vue';

const added = ref(0);
onMounted(() => { ${count('1')} });
onUnmounted(() => { ${count('-1')} });
</script>

<template>
  <button type="button" @click="added += 1">Added {{ added }} times</button>
  <input aria-label="Note" />
</template>
`,
};

/** Writes the modules that are parts of others, with their props and parts in the package. */
async function writeParts(folder: string): Promise<void> {
  for (const [file, text] of Object.entries(inTestsHere))
    await writeFile(join(folder, 'src', file), text);
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
 * Their teams write components, and what throws in the adapter’s `mount`. That of Vue makes a policy of Trusted Types,
 * as some libraries do.
 */
export async function writeSources(repositories: Own): Promise<void> {
  for (const { name, file } of kinds) {
    const source = (each: string) => repositories.at(name, 'src', each);
    const module = source(file.endsWith('.tsx') ? 'module.tsx' : 'module.ts');
    await writeFile(source(file), components[file]);
    const faultyMount = `$&\n    ${faulty('mount')}`;
    await edit(module, /^ {2}mount\(.*\{$/m, faultyMount);
    await edit(
      repositories.at(name, 'package.json'),
      '"props": {',
      '"parts": { "tests-here/Plain": true }, $&',
    );
  }
  // Its section holds more kinds of controls than what is made, and each brings a part of Svelte.
  await edit(repositories.at(svelte, 'package.json'), '"script": 17000', '"script": 18500');
  await edit(repositories.at(vue, 'src/module.ts'), '', `${policy}\n`);
  const vueName = `"name": "${vue}",`;
  await edit(
    repositories.at(vue, 'package.json'),
    vueName,
    `${vueName} "trustedTypes": ["tests-html"],`,
  );
}
