import { configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { createApp, createSSRApp, defineComponent, h, ref, shallowReactive } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import type { SelfRenderingModule, Page } from '@composed/contracts/module';
import { noPage, shownQuery } from '../site/site-runtime';
import { createModuleSource } from '../remotes/module-source';
import { mountModule } from './mount-module';

// Inside `act` React throws at the test what it would tell a root.
const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
configure({ eventWrapper: (run) => run() as unknown });
beforeEach(() => jest.replaceProperty(world, 'IS_REACT_ACT_ENVIRONMENT', false));

interface Props {
  readonly page: Page;
}
/** Queries that each module has been rendered with. */
let seen: string[];
const textOf = (query: string, presses: number) => `${query || 'all'} ${presses}`;

let isBroken = false;

function ReactList({ page: { query } }: Props) {
  const [presses, setPresses] = useState(0);
  if (isBroken) throw new Error('no list');
  useEffect(() => void seen.push(query), [query]);
  return (
    <button type="button" onClick={() => setPresses(presses + 1)}>
      {textOf(query, presses)}
    </button>
  );
}

const VueList = defineComponent({
  props: { page: { type: Object as () => Page, required: true } },
  setup(props) {
    const presses = ref(0);
    return () => {
      seen.push(props.page.query);
      const onClick = () => (presses.value += 1);
      return h('button', { type: 'button', onClick }, textOf(props.page.query, presses.value));
    };
  },
});
const vueList: SelfRenderingModule<Props> = {
  render: (props) => renderVue(createSSRApp(VueList, { ...props })),
  mount(element, props, { hydrate }) {
    const state = shallowReactive({ ...props });
    const app = (hydrate ? createSSRApp : createApp)({
      render: () => h(VueList, { page: state.page }),
    });
    app.mount(element);
    return { unmount: () => app.unmount(), update: (next) => Object.assign(state, next) };
  },
};

/** It cannot take other props: with them it is mounted again, and counts from the beginning. */
const plainList: SelfRenderingModule<Props> = {
  render: ({ page }) => `<button type="button">${textOf(page.query, 0)}</button>`,
  mount(element, { page: { query } }) {
    seen.push(query);
    let presses = 0;
    const button = element.querySelector('button') ?? document.createElement('button');
    button.textContent = textOf(query, presses);
    button.onclick = () => (button.textContent = textOf(query, (presses += 1)));
    element.append(button);
    return { unmount: () => undefined };
  },
};

const page: Page = { ...noPage, address: '/list' };
const prefix = '';
const kinds = [
  ['React', ReactList, () => renderToString(<ReactList page={page} />), 1],
  ['Vue', vueList, async () => `<div>${await vueList.render({ page }, { prefix })}</div>`, 1],
  ['plain', plainList, async () => `<div>${await plainList.render({ page }, { prefix })}</div>`, 0],
] as const;

/** Mounts the module of the slot that the page has. */
function mountList(module: (typeof kinds)[number][1]) {
  const container = document.querySelector<HTMLElement>('[data-slot] > div');
  if (!container) throw new Error('The page has no slot.');
  const exposes = { './List': { props: { page: true as const } } };
  const remote = { version: '1', entry: '', global: '', exposes, styles: [] };
  const load = () => Promise.resolve({ default: module });
  const source = createModuleSource('shop/List', load, { remotes: { shop: remote } });
  const onState = jest.fn();
  const mounted = mountModule(container, source, { provides: {}, page, onState });
  return { mounted, onState, button: () => screen.getByRole('button') };
}

test.each(kinds)(
  'a module of %s is hydrated without a query, and then gets that of its page',
  async (_, module, render, kept) => {
    const said = jest.spyOn(console, 'error').mockReturnValue();
    seen = [];
    shownQuery.setState('?until=1000');
    document.body.innerHTML = `<div data-slot="shop/List"><div>${await render()}</div></div>`;
    const { mounted, button } = mountList(module);
    await waitFor(() => expect(button()).toHaveTextContent('?until=1000 0'));
    expect(seen[0]).toBe('');
    const before = button();
    await userEvent.click(before);
    shownQuery.setState('?until=2000');
    await waitFor(() => expect(button()).toHaveTextContent(`?until=2000 ${kept}`));
    expect(button() === before).toBe(kept === 1);
    mounted.unmount();
    expect(said).not.toHaveBeenCalled();
  },
);

test('a module that has thrown is mounted again with the query of its page', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  shownQuery.setState('?until=1000');
  const html = renderToString(<ReactList page={page} />);
  document.body.innerHTML = `<div data-slot="shop/List"><div>${html}</div></div>`;
  const { mounted, onState, button } = mountList(ReactList);
  await waitFor(() => expect(button()).toHaveTextContent('?until=1000 0'));
  isBroken = true;
  await userEvent.click(button());
  await waitFor(() => expect(onState).toHaveBeenLastCalledWith('failed'));
  isBroken = false;
  mounted.tryAgain();
  await waitFor(() => expect(onState).toHaveBeenLastCalledWith('ready'));
  expect(button()).toHaveTextContent('?until=1000 0');
  mounted.unmount();
});
