import { configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useId, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { Part, type PartEvent } from '@composed/contracts/Part';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { report as reportFault } from '../error-reporting/report-fault';
import { noPage, type SiteRuntime } from '../site/site-runtime';
import { beforeLeaving } from '../hydration/MountPoint';
import { mountRoot } from '../hydration/mount-root';
import { recordInteractions, replayInteractions } from '../hydration/recorded-interactions';
import { hasChoices, recallState, trackState } from '../hydration/state-transfer';
import { keepStaticMarkup } from '../hydration/static-markup';
import { hydratedMark } from '@composed/contracts/page-roots';
import { createModuleSource } from '../remotes/module-source';
import type { SlotNoticeProps } from '../site/site-config';
import { mountModule } from './mount-module';
import { startParts } from './parts';

declare module '@composed/contracts/Part' {
  interface PartProps {
    'inner/Add': {
      readonly sku: string;
      readonly onPart?: (event: CustomEvent<{ readonly presses: number }>) => void;
    };
  }
}

// Inside `act` React would throw errors at the test, which outside go to the handlers of the root.
const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
configure({ asyncUtilTimeout: 3000, eventWrapper: (run) => run() as unknown });

const cleanUp = jest.fn();
const ordered = jest.fn();
/** Whether the part throws as it is pressed a second time. */
let isFaulty: boolean;

function Add({ sku }: { readonly sku: string }) {
  const [presses, setPresses] = useState(0);
  const id = useId();
  useEffect(() => cleanUp, []);
  if (presses === 2 && isFaulty) throw new Error('too much');
  const press = ({ currentTarget }: { readonly currentTarget: Element }) => {
    setPresses(presses + 1);
    ordered(sku);
    const detail = { presses: presses + 1 };
    const event: PartEvent<'inner/Add'> = new CustomEvent('part', { bubbles: true, detail });
    currentTarget.dispatchEvent(event);
  };
  return (
    <>
      <button type="button" onClick={press}>
        {`Add ${sku}: ${presses}`}
      </button>
      <label htmlFor={id}>Note</label>
      <input id={id} />
    </>
  );
}

function Product() {
  const [sku, setSku] = useState('one');
  const [heard, setHeard] = useState<readonly number[]>([]);
  return (
    <article className={sku}>
      <button type="button" onClick={() => setSku('two')}>{`Product ${sku}`}</button>
      <input type="checkbox" aria-label="Two" onChange={() => setSku('two')} />
      <p>{`Heard: ${heard.join(', ')}`}</p>
      <Part
        id="inner/Add"
        sku={sku}
        onPart={({ detail: { presses } }) => setHeard((before) => [...before, presses])}
      />
    </article>
  );
}

const name = 'inner/Add.0a';
const report = jest.fn();
const changes = jest.fn();
const load = () => Promise.resolve({ default: Add });
const exposes = { './Add': {} };
const pins = { remotes: { inner: { version: '1', entry: '', global: '', exposes, styles: [] } } };
const SlotNotice = ({ state, onTryAgain }: SlotNoticeProps) => (
  <button type="button" onClick={onTryAgain}>{`Try again (${state})`}</button>
);
const runtime = {
  SlotNotice,
  modules: {},
  provides: {},
  nesting: { slots: { beside: ['inner/Add'] } },
  sources: { get: (id) => (id === 'inner/Add' ? createModuleSource(id, load, pins) : undefined) },
  wrapInSite: (node) => node,
} as Partial<SiteRuntime> as SiteRuntime;

let outer: ReturnType<typeof mountRoot>;
const field = () => screen.getByLabelText('Note');
const add = () => screen.getByRole('button', { name: /^Add/ });

/** The page as compose makes it. Nothing of it is hydrated yet. */
function writePage(): void {
  const inner = renderToString(<Add sku="one" />, { identifierPrefix: identifierPrefixOf(name) });
  const product = renderToString(<Product />);
  expect(product).toMatch(/<div data-part="inner\/Add" data-props="[^"]+"><\/div>/);
  const whole = product.replace(
    '</div></article>',
    `<div data-box="${name}"><div>${inner}</div></div></div></article>`,
  );
  document.body.innerHTML = `<main><div data-slot="outer/Product"><div>${whole}</div></div></main>`;
  recallState('of no page');
  keepStaticMarkup(document.body);
  const container = document.querySelector<HTMLElement>('[data-slot] div');
  if (!container) throw new Error('The page has no slot.');
  outer = mountRoot(container, report, changes);
}

/** The page with its part hydrated, pressed once and typed in, before its outer module is there. */
async function openPage() {
  writePage();
  const before = add();
  await userEvent.type(field(), 'wrapped');
  await waitFor(async () => {
    await userEvent.click(add());
    expect(add()).toHaveTextContent('Add one: 1');
  });
  expect(add()).toBe(before);
  // In strict mode effects run twice.
  cleanUp.mockClear();
  const nodes = [add(), field()];
  return () => {
    expect([add(), field()].map((node, n) => node === nodes[n])).toEqual([true, true]);
    expect(field()).toHaveValue('wrapped');
  };
}

let endRecording: (() => void) | undefined;

/** Records interactions until the end of the test, as the inline bootstrap does. */
function record(): void {
  const listen = jest.spyOn(window, 'addEventListener');
  const value = recordInteractions();
  const listeners = [...listen.mock.calls];
  listen.mockRestore();
  Object.defineProperty(window, 'recordedInteractions', { configurable: true, value });
  endRecording = () => {
    for (const each of listeners) window.removeEventListener(...each);
    Reflect.deleteProperty(window, 'recordedInteractions');
  };
}

const routeNow = () =>
  ({
    path: '/',
    pattern: '/',
    caseSensitive: true,
    title: '',
    search: false,
    element: null,
    page: noPage,
  }) as const;
beforeAll(() =>
  startParts(runtime, { mountModule, beforeLeaving, replayInteractions, hasChoices, routeNow }),
);
beforeEach(() => {
  jest.replaceProperty(world, 'IS_REACT_ACT_ENVIRONMENT', false);
  isFaulty = false;
  cleanUp.mockReset();
  ordered.mockReset();
  performance.clearMarks();
  report.mockReset();
});
afterEach(async () => {
  endRecording?.();
  document.body.replaceChildren();
  // A part that has gone is unmounted by a timer that is set once that is seen, unless something takes it over before. Only
  // timers of one length are sure to end in the order in which they were set.
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
});

const partHydrated = () =>
  waitFor(() => expect(performance.getEntriesByName(hydratedMark(name)).length).toBeGreaterThan(0));
const hydrateOuter = async () => {
  outer.show(<Product />);
  await waitFor(() => expect(changes).toHaveBeenLastCalledWith('ready'));
};

test('a part is hydrated before its outer module, keeps its nodes, and gets new props from it', async () => {
  const expectKept = await openPage();
  await hydrateOuter();
  expectKept();
  await userEvent.click(screen.getByRole('button', { name: /^Product/ }));
  expect(screen.getByRole('button', { name: /^Product/ })).toHaveTextContent('Product two');
  await waitFor(() => expect(add()).toHaveTextContent('Add two: 1'));
  expectKept();
  expect(cleanUp).not.toHaveBeenCalled();
  expect(report).not.toHaveBeenCalled();
});

test('an event of a part waits until the module around it is hydrated, and ends there', async () => {
  record();
  const beyond = jest.fn();
  document.addEventListener('part', beyond);
  await openPage();
  await userEvent.click(add());
  await hydrateOuter();
  const heard = screen.getByText(/^Heard/);
  await waitFor(() => expect(heard).toHaveTextContent('Heard: 1, 2'));
  await userEvent.click(add());
  await waitFor(() => expect(heard).toHaveTextContent('Heard: 1, 2, 3'));
  expect(beyond).not.toHaveBeenCalled();
  document.removeEventListener('part', beyond);
});

test.each(['button', 'checkbox'])(
  'a press in a hydrated part waits for the choice in a %s around it',
  async (role) => {
    record();
    writePage();
    await partHydrated();
    add().click();
    expect(ordered.mock.calls).toEqual([['one']]);
    screen.getAllByRole(role)[0]?.click();
    add().click();
    await hydrateOuter();
    await waitFor(() => expect(add()).toHaveTextContent('Add two: 2'));
    expect(ordered.mock.calls).toEqual([['one'], ['two']]);
  },
);

test('a press in a part during hydration counts once', async () => {
  record();
  writePage();
  trackState(document.body);
  // Its module is loaded by then, and React hydrates in a task.
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
  add().click();
  await partHydrated();
  await hydrateOuter();
  await waitFor(() => expect(window.recordedInteractions?.pending.size).toBe(0));
  expect(ordered.mock.calls).toEqual([['one']]);
});

test('a press before hydration is replayed if the module around the part has failed', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  record();
  writePage();
  add().click();
  await partHydrated();
  expect(ordered).not.toHaveBeenCalled();
  reportFault('outer', 'Product', 'module', new Error('lost'));
  await waitFor(() => expect(ordered.mock.calls).toEqual([['one']]));
});

test('props that change before a part is hydrated reach it afterwards, without replacing its nodes', async () => {
  const inner = renderToString(<Add sku="one" />, { identifierPrefix: identifierPrefixOf(name) });
  document.body.innerHTML = `<div data-part="inner/Add" data-props='{"sku":"one"}'><div data-box="${name}"><div>${inner}</div></div></div>`;
  const before = add();
  // Its module is loaded by then, and React hydrates in a task.
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
  document.querySelector('[data-part]')?.setAttribute('data-props', '{"sku":"two"}');
  await waitFor(() => expect(add()).toHaveTextContent('Add two: 0'));
  expect(add()).toBe(before);
});

test('a part fails and recovers alone', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  await openPage();
  await hydrateOuter();
  isFaulty = true;
  await userEvent.click(add());
  const again = await screen.findByRole('button', { name: 'Try again (failed)' });
  expect(add()).toHaveTextContent('Add one: 0');
  expect(screen.getByRole('button', { name: /^Product/ })).toHaveTextContent('Product one');
  isFaulty = false;
  await userEvent.click(again);
  await waitFor(async () => {
    await userEvent.click(add());
    expect(add()).toHaveTextContent(/Add one: [1-9]/);
  });
  await waitFor(() => expect(screen.queryByText(/Try again/)).toBeNull());
});

test('a part is moved or removed with its element, and unmounted before its page is left', async () => {
  const expectKept = await openPage();
  const part = document.querySelector('[data-part]');
  const main = document.querySelector('main');
  if (part) main?.append(part);
  await waitFor(expectKept);
  part?.remove();
  await waitFor(() => expect(cleanUp).toHaveBeenCalledTimes(1));
  if (part) main?.append(part);
  await waitFor(() => expect(add()).toHaveTextContent('Add one: 0'));
  const slot = document.querySelector<HTMLElement>('main');
  await waitFor(async () => {
    await userEvent.click(add());
    expect(add()).toHaveTextContent('Add one: 1');
  });
  cleanUp.mockClear();
  const nameOfBox = () => document.querySelector<HTMLElement>('[data-box]')?.dataset['box'];
  const name = nameOfBox();
  for (const leave of beforeLeaving) if (slot) leave(slot);
  expect(cleanUp).toHaveBeenCalledTimes(1);
  // By that what was typed is found again, when the page comes back.
  if (main)
    main.innerHTML = `<div data-part="inner/Add" data-props='${JSON.stringify({ sku: 'one' })}'></div>`;
  await waitFor(() => expect(add()).toHaveTextContent('Add one: 0'));
  expect(nameOfBox()).toBe(name);
});

test('the parts of a slot get its props, and their later changes', async () => {
  document.body.innerHTML = `<div data-opens="beside" data-props='{"sku":"one"}'></div>`;
  await waitFor(() => expect(add()).toHaveTextContent('Add one: 0'));
  const before = add();
  document.querySelector('[data-opens]')?.setAttribute('data-props', '{"sku":"two"}');
  await waitFor(() => expect(add()).toHaveTextContent('Add two: 0'));
  expect(add()).toBe(before);
});

test('an error of one outer module affects only its own parts, and is reported with its name', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const part = (props: string) => `<div data-part="inner/Add" data-props='${props}'></div>`;
  const deep = ['a/A', 'b/B', 'c/C', 'd/D'].reduceRight(
    (inside, id) => `<div data-box="${id}">${inside}</div>`,
    part('{"sku":"deep"}'),
  );
  document.body.innerHTML = `
    <div data-slot="bad/Page">${part('[object Object]')}${part('null')}<div data-opens="constructor"></div>${deep}</div>
    <div data-slot="good/Page">${part('{"sku":"one"}')}<div data-opens="beside" data-props='{"sku":"two"}'></div></div>`;
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Add/ })).toHaveLength(2));
  const lines = said.mock.calls.map(([line]) => String(line));
  expect(lines).toEqual([
    expect.stringMatching(
      /^\[bad .* \.\/Page\].*data-props of inner\/Add is no JSON object: \[object/,
    ),
    expect.stringMatching(/^\[bad .* \.\/Page\].*data-props of inner\/Add is no JSON object: null/),
    expect.stringMatching(/^\[d .* \.\/D\].*inner\/Add is more than 3 parts deep/),
  ]);
  said.mockClear();
  const [good] = document.querySelectorAll('[data-slot="good/Page"] [data-part]');
  good?.setAttribute('data-props', 'undefined');
  await waitFor(() => expect(said).toHaveBeenCalledTimes(1));
  expect(screen.getByRole('button', { name: 'Add one: 0' })).toBeVisible();
  document.querySelector('[data-slot] [data-part]')?.setAttribute('data-props', '{"sku":"mended"}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add mended: 0' })).toBeVisible());
});
