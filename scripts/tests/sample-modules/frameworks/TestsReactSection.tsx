import { useEffect, useState } from 'react';
import { Part } from '@composed/contracts/Part';
import { toasts } from '@shopwright/shared/toasts';
import { countMounted, throwIn } from './faults';

export interface Props {
  readonly links: { readonly signUp: string };
}

declare module '@composed/contracts/Part' {
  interface PartProps {
    readonly 'tests-here/Plain': { readonly of: number };
  }
}

export function TestsReactSection({ links }: Props) {
  const [presses, setPresses] = useState(0);
  const [name, setName] = useState('');
  const [colour, setColour] = useState('red');
  const [gift, setGift] = useState(false);
  const [size, setSize] = useState('S');
  useEffect(() => {
    throwIn('effect');
    countMounted(1);
    return () => countMounted(-1);
  }, []);
  throwIn('render');
  if (presses > 2) throw new Error('Pressed too often.');
  const send = () =>
    toasts.show({ kind: 'success', title: 'Thank you', message: 'Somebody reads it.' });
  return (
    <>
      <h2>The tests react</h2>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        {`Pressed ${presses} times`}
      </button>
      <button type="button" onClick={send}>
        Send
      </button>
      <button type="button" onClick={() => throwIn('a handler')}>
        Break
      </button>
      <label>
        Name <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <p>{`Hello ${name}`}</p>
      {['red', 'blue'].map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="react"
            checked={colour === each}
            onChange={() => setColour(each)}
          />
          {each}
        </label>
      ))}
      <label>
        <input type="checkbox" checked={gift} onChange={() => setGift(!gift)} />
        Gift
      </label>
      <select aria-label="Size" value={size} onChange={(event) => setSize(event.target.value)}>
        <option>S</option>
        <option>L</option>
      </select>
      <output>{[colour, gift ? 'wrapped' : 'bare', size].join()}</output>
      <Part id="tests-here/Plain" of={presses} />
      <a href={links.signUp}>Open your shop</a>
    </>
  );
}
