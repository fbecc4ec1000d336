import { configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { mountRoot } from './mount-root';
import { recordInteractions } from './recorded-interactions';
import { noteState, recallState, trackState, transferState } from './state-transfer';

Object.defineProperty(window, 'recordedInteractions', { value: recordInteractions() });

const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
configure({ eventWrapper: (run) => run() as unknown });
beforeEach(() => jest.replaceProperty(world, 'IS_REACT_ACT_ENVIRONMENT', false));

interface Choices {
  readonly colour: string;
  readonly gift: boolean;
  readonly size: string;
  readonly extras: readonly string[];
  readonly name: string;
  readonly note: string;
  readonly day: string;
  readonly tint: string;
  readonly count: string;
  readonly isOpen: boolean;
}

const first: Choices = {
  colour: 'red',
  gift: false,
  size: 'M',
  extras: ['bell'],
  name: '',
  note: 'None',
  day: '',
  tint: '#ff0000',
  count: '1',
  isOpen: false,
};
const chosen: Choices = {
  colour: 'blue',
  gift: true,
  size: 'L',
  extras: ['lamp', 'rack'],
  name: 'Ada',
  note: 'None. Soon',
  day: '2027-01-31',
  tint: '#0000ff',
  count: '4',
  isOpen: true,
};

/** A form whose module says below it what it knows. */
function Controlled() {
  const [knownValue, setKnown] = useState(first);
  const learn = (part: Partial<Choices>) => setKnown((before) => ({ ...before, ...part }));
  return (
    <>
      {['red', 'blue'].map((colour) => (
        <label key={colour}>
          <input
            type="radio"
            name="colour"
            value={colour}
            checked={knownValue.colour === colour}
            onChange={() => learn({ colour })}
          />
          {colour}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={knownValue.gift}
          onChange={({ target }) => learn({ gift: target.checked })}
        />
        Gift
      </label>
      <select
        aria-label="Size"
        value={knownValue.size}
        onChange={({ target }) => learn({ size: target.value })}
      >
        <option>S</option>
        <option>M</option>
        <option>L</option>
      </select>
      <select
        multiple
        aria-label="Extras"
        value={knownValue.extras}
        onChange={({ target }) =>
          learn({ extras: [...target.selectedOptions].map(({ value }) => value) })
        }
      >
        <option>bell</option>
        <option>lamp</option>
        <option>rack</option>
      </select>
      <textarea
        aria-label="Note"
        value={knownValue.note}
        onChange={({ target }) => learn({ note: target.value })}
      />
      {(
        [
          ['text', 'name'],
          ['date', 'day'],
          ['color', 'tint'],
          ['range', 'count'],
        ] as const
      ).map(([type, name]) => (
        <input
          key={name}
          type={type}
          aria-label={name}
          min={type === 'range' ? 1 : undefined}
          max={type === 'range' ? 5 : undefined}
          value={knownValue[name]}
          onChange={({ target }) => learn({ [name]: target.value })}
        />
      ))}
      <details
        suppressHydrationWarning
        onToggle={({ currentTarget }) => learn({ isOpen: currentTarget.open })}
      >
        <summary>More</summary>
      </details>
      <output>{JSON.stringify(knownValue)}</output>
    </>
  );
}

/** The page as compose has rendered it. */
function openPage(id: string, markup: string) {
  recallState('of no page');
  document.body.innerHTML = `<div data-slot="${id}"><div>${markup}</div></div>`;
  const container = document.querySelector<HTMLElement>('[data-slot] div');
  if (!container) throw new Error('The page has no slot.');
  return container;
}

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function chooseAll() {
  await userEvent.click(screen.getByLabelText('blue'));
  await userEvent.click(screen.getByLabelText('Gift'));
  await userEvent.selectOptions(screen.getByLabelText('Size'), 'L');
  await userEvent.deselectOptions(screen.getByLabelText('Extras'), 'bell');
  await userEvent.selectOptions(screen.getByLabelText('Extras'), ['lamp', 'rack']);
  for (const name of ['name', 'day', 'tint', 'count'] as const) fieldOf(name).value = chosen[name];
  fieldOf('Note').value = chosen.note;
  const details = document.querySelector('details');
  if (details) details.open = true;
  // The browser says it in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
}

const readKnown = () =>
  JSON.parse(document.querySelector('output')?.textContent ?? '{}') as unknown;

test('a choice before hydration reaches the module and stays', async () => {
  const container = openPage('shop/Controlled', renderToString(<Controlled />));
  trackState(document.body);
  await chooseAll();
  const report = jest.fn();
  const root = mountRoot(container, report);
  root.show(<Controlled />);
  await waitFor(() => expect(readKnown()).toEqual(chosen));
  // Drawn again, it shows the same.
  await userEvent.type(fieldOf('name'), '!');
  await waitFor(() => expect(readKnown()).toEqual({ ...chosen, name: 'Ada!' }));
  expect(fieldOf('blue')).toBeChecked();
  expect(fieldOf('Gift')).toBeChecked();
  expect(fieldOf('Size')).toHaveValue('L');
  expect(fieldOf('Extras')).toHaveValue(['lamp', 'rack']);
  for (const name of ['day', 'tint', 'count'] as const)
    expect(fieldOf(name)).toHaveValue(chosen[name]);
  expect(fieldOf('Note')).toHaveValue(chosen.note);
  expect(report).not.toHaveBeenCalled();
  root.unmount();
});

test.each([
  ['blue', { colour: 'blue' }],
  ['Gift', { gift: true }],
])('%s that is pressed during hydration reaches its module once', async (label, own) => {
  const container = openPage('shop/Controlled', renderToString(<Controlled />));
  trackState(document.body);
  const root = mountRoot(container, jest.fn());
  root.show(<Controlled />);
  const onClick = jest.fn();
  document.addEventListener('click', onClick);
  // React has its root by then, and renders in a task.
  await Promise.resolve();
  fieldOf(label).click();
  expect(readKnown()).toEqual({ ...first, ...own });
  expect(fieldOf(label)).toBeChecked();
  expect(onClick).toHaveBeenCalledTimes(1);
  document.removeEventListener('click', onClick);
  root.unmount();
});

test('a disabled switch that the browser restored has the state that the module renders', async () => {
  const markup = renderToString(<input type="checkbox" role="switch" disabled />);
  const container = openPage('shop/Switch', markup);
  trackState(document.body);
  screen.getByRole<HTMLInputElement>('switch').checked = true;
  const root = mountRoot(container, jest.fn());
  root.show(<input type="checkbox" role="switch" disabled />);
  await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked());
  root.unmount();
});

test('a file that was chosen before hydration reaches its module', async () => {
  const files: string[] = [];
  const Upload = () => (
    <input
      type="file"
      aria-label="Picture"
      onChange={({ target }) => files.push(target.files?.[0]?.name ?? '')}
    />
  );
  const container = openPage('shop/Upload', renderToString(<Upload />));
  trackState(document.body);
  await userEvent.upload(fieldOf('Picture'), new File(['x'], 'shop.png'));
  const root = mountRoot(container, jest.fn());
  root.show(<Upload />);
  await waitFor(() => expect(files).toEqual(['shop.png']));
  root.unmount();
});

test('text typed into an editable element before hydration stays, and reaches its module', async () => {
  const heard: string[] = [];
  const Note = () => (
    <p
      contentEditable
      suppressContentEditableWarning
      suppressHydrationWarning
      onInput={({ currentTarget }) => heard.push(currentTarget.textContent)}
    >
      Your note
    </p>
  );
  const container = openPage('shop/Note', renderToString(<Note />));
  const note = screen.getByText('Your note');
  note.textContent = 'Ring twice';
  note.dispatchEvent(new Event('input', { bubbles: true }));
  trackState(document.body);
  const root = mountRoot(container, jest.fn());
  root.show(<Note />);
  await waitFor(() => expect(heard).toEqual(['Ring twice']));
  expect(screen.getByText('Ring twice')).toBeInTheDocument();
  root.unmount();
});

test('an element in editable text that is not editable itself stays unchanged', () => {
  const mention = (name: string) => `<span contenteditable="false">@<b>${name}</b></span>`;
  const container = openPage('shop/Note', mention('Ada'));
  const slot = container.parentElement ?? container;
  noteState(slot);
  container.innerHTML = mention('Grace');
  transferState(slot);
  expect(container.innerHTML).toBe(mention('Grace'));
});
