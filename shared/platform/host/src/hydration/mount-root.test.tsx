import { configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { mountRoot } from './mount-root';
import { recallState, trackState } from './state-transfer';
import { keepStaticMarkup } from './static-markup';

interface RemoteProps {
  readonly throws: () => void;
  readonly children?: ReactNode;
}

/** A remote with a field. It throws for texts longer than ten letters, as often as it is told to. */
function Remote({ throws, children }: RemoteProps) {
  const [text, setText] = useState('');
  if (text.length > 10) throws();
  return (
    <form>
      <input aria-label="Name" name="name" onChange={({ target }) => setText(target.value)} />
      {children}
    </form>
  );
}

const failure = () => {
  throw new Error('too long');
};

// Inside `act` React throws at the test what it would tell a root.
const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
configure({ eventWrapper: (run) => run() as unknown });
beforeEach(() => jest.replaceProperty(world, 'IS_REACT_ACT_ENVIRONMENT', false));

const changes = jest.fn();
const report = jest.fn();
let root: ReturnType<typeof mountRoot>;

/** The page as compose has rendered it, with a root for the remote. */
function openPage() {
  recallState('of no page');
  changes.mockReset();
  report.mockReset();
  document.body.innerHTML = `<main><div data-slot="form/Form"><div>${renderToString(
    <Remote throws={failure} />,
  )}</div></div></main>`;
  keepStaticMarkup(document.body);
  trackState(document.body);
  const container = document.querySelector<HTMLElement>('[data-slot] div');
  if (!container) throw new Error('The page has no slot.');
  root = mountRoot(container, report, changes);
}

async function hydrate(remote: ReactNode) {
  openPage();
  root.show(remote);
  await waitFor(() => expect(changes).toHaveBeenLastCalledWith('ready'));
}

const fields = () => screen.getAllByRole('textbox', { name: 'Name' });
const typed = () => fields().map((field) => Reflect.get(field, 'value') as unknown);

afterEach(() => root.unmount());

/** After everything that React and timers have left to do. */
async function later() {
  for (let tasks = 0; tasks < 20; tasks += 1) await new Promise((resolve) => setTimeout(resolve));
}

test('typed text is in the copy of a crashed root, and stays there when it crashes again', async () => {
  await hydrate(<Remote throws={failure} />);
  await userEvent.type(fields()[0] ?? document.body, 'Augusta Ada');
  for (const _ of [1, 2, 3]) {
    await later();
    expect(changes).toHaveBeenLastCalledWith('failed');
    expect(typed()).toEqual(['Augusta Ada']);
    root.show(<Remote throws={failure} />);
  }
});

test('a recovered root has the text that was typed before the crash and into the copy', async () => {
  await hydrate(<Remote throws={failure} />);
  await userEvent.type(fields()[0] ?? document.body, 'Augusta Ada');
  await later();
  await userEvent.type(fields()[0] ?? document.body, ' King');
  root.show(<Remote throws={() => undefined} />);
  await later();
  expect(changes).toHaveBeenLastCalledWith('ready');
  expect(typed()).toEqual(['Augusta Ada King']);
  expect(fields()[0]).toHaveFocus();
});

test('an attempt that throws in render changes neither the copy nor its focus', async () => {
  await hydrate(<Remote throws={failure} />);
  await userEvent.type(fields()[0] ?? document.body, 'Augusta Ada');
  await later();
  const [copy] = fields();
  await userEvent.click(copy ?? document.body);
  const Broken = (): ReactNode => failure();
  root.show(<Broken />);
  await later();
  expect(fields()).toEqual([copy]);
  expect(fields()[0]).toBe(copy);
  expect(copy).toHaveFocus();
});

test('text typed into a field that was added later is restored as well', async () => {
  function Replaced({ throws }: { readonly throws: () => void }) {
    const [round, setRound] = useState(0);
    return (
      <>
        <Remote key={round} throws={throws} />
        <button type="button" onClick={() => setRound(round + 1)}>
          Start again
        </button>
      </>
    );
  }
  await hydrate(<Replaced throws={failure} />);
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
  await userEvent.type(fields()[0] ?? document.body, 'Augusta Ada');
  await later();
  expect(typed()).toEqual(['Augusta Ada']);
});

test('leaving a page before it is hydrated reports no mismatch', async () => {
  openPage();
  root.show(<Remote throws={failure} />);
  await Promise.resolve();
  root.unmount();
  await later();
  expect(report).not.toHaveBeenCalled();
});
