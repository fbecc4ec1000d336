/* Sources of sections for own-module.spec. */

const toast = `toasts.show({ kind: 'success', title: 'Thank you', message: 'Somebody reads it.' })`;
/** Counts what stands in the page, for the test. */
const count = (by: string) =>
  `document.documentElement.dataset.standing = String(Number(document.documentElement.dataset.standing ?? 0) + ${by});`;

/** A module of no framework; as some libraries do, it makes a policy of Trusted Types. */
export const plain = `import type { OwnModule } from '@composed/contracts/module';
import { toasts } from '@shopwright/shared/toasts';

globalThis.trustedTypes?.createPolicy('tests-html', { createHTML: (text) => text });

const module: OwnModule = {
  render: ({ links }) =>
    \`<h2>The tests plain</h2><button type="button">Pressed 0 times</button><button type="button">Send</button><a href="\${links.signUp}">Open your shop</a>\`,
  mount(element, { links }, { hydrate, report }) {
    if (!hydrate) {
      const add = (tag, given) => element.append(Object.assign(document.createElement(tag), given));
      add('h2', { textContent: 'The tests plain' });
      add('button', { type: 'button', textContent: 'Pressed 0 times' });
      add('button', { type: 'button', textContent: 'Send' });
      add('a', { href: links.signUp, textContent: 'Open your shop' });
    }
    const [press, send] = element.querySelectorAll('button');
    let presses = 0;
    press.onclick = () => {
      presses += 1;
      if (presses > 2) report(new Error('Pressed too often.'));
      else press.textContent = \`Pressed \${presses} times\`;
    };
    send.onclick = () => ${toast};
    ${count('1')}
    return { unmount: () => { ${count('-1')} } };
  },
};
export default module;
`;

/** Components with the same heading, state, toast, link and fault as the one above. */
export const components = {
  'TestsReactSection.tsx': `import { useEffect, useState } from 'react';
import { toasts } from '@shopwright/shared/toasts';

export interface Props { readonly links: { readonly signUp: string } }

export function TestsReactSection({ links }: Props) {
  const [presses, setPresses] = useState(0);
  useEffect(() => { ${count('1')} return () => { ${count('-1')} }; }, []);
  if (presses > 2) throw new Error('Pressed too often.');
  return (
    <>
      <h2>The tests react</h2>
      <button type="button" onClick={() => setPresses(presses + 1)}>{\`Pressed \${presses} times\`}</button>
      <button type="button" onClick={() => ${toast}}>Send</button>
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
const text = () => {
  if (presses.value > 2) throw new Error('Pressed too often.');
  return 'Pressed ' + presses.value + ' times';
};
const send = () => ${toast};
onMounted(() => { ${count('1')} });
onUnmounted(() => { ${count('-1')} });
</script>

<template>
  <h2>The tests vue</h2>
  <button type="button" @click="presses += 1">{{ text() }}</button>
  <button type="button" @click="send">Send</button>
  <a :href="links.signUp">Open your shop</a>
</template>
`,
  'TestsSvelteSection.svelte': `<script lang="ts">
  import { onMount } from 'svelte';
  import { toasts } from '@shopwright/shared/toasts';

  const { links } = $props();
  let presses = $state(0);
  const text = $derived.by(() => {
    if (presses > 2) throw new Error('Pressed too often.');
    return 'Pressed ' + presses + ' times';
  });
  onMount(() => { ${count('1')} return () => { ${count('-1')} }; });
</script>

<h2>The tests svelte</h2>
<button type="button" onclick={() => (presses += 1)}>{text}</button>
<button type="button" onclick={() => ${toast}}>Send</button>
<a href={links.signUp}>Open your shop</a>
`,
};
