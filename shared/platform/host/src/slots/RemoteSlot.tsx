import { useCallback, useContext, useRef, useState } from 'react';
import type { Page } from '@composed/contracts/module';
import { noPage, ShownPage, useHost } from '../host';
import { MountPoint } from '../hydration/MountPoint';
import type { SlotState } from '../site-config';
import { mountRemote } from './mount-remote';

/** The slot of a remote's module (./mount-remote.tsx). A notice with reserved space offers "Try again". */
export function RemoteSlot({ id }: { readonly id: string }) {
  const page = useContext(ShownPage);
  const isOfPage = useHost().sources.get(id)?.props().includes('page') === true;
  // The key mounts a new module for another page, so the props of a mounted one stay the same.
  const shownPage = isOfPage ? page : noPage;
  return <ModuleSlot key={shownPage.address} id={id} page={shownPage} />;
}

function ModuleSlot({ id, page }: { readonly id: string; readonly page: Page }) {
  const { remotes, sources, provides, SlotNotice } = useHost();
  const description = remotes[id];
  if (!description) throw new Error(id);
  const { label, skeleton } = description;
  const source = sources.get(id);
  // At first 'loading', even if the remote has failed already: the prerendered markup has no notice.
  const [state, setState] = useState<SlotState>('loading');
  const slot = useRef<HTMLDivElement>(null);
  const tryAgain = useRef<() => void>(() => undefined);
  const onMount = useCallback(
    (container: HTMLElement) => {
      if (!source) throw new Error(id);
      const composed = document.getElementById('root')?.dataset['page'];
      const isComposed = page === noPage || page.address === composed;
      const options = { provides, page, onState: setState, skeleton, isComposed };
      const remote = mountRemote(container, source, options);
      tryAgain.current = () => remote.tryAgain();
      return () => remote.unmount();
    },
    [id, provides, page, skeleton, source],
  );
  return (
    <div ref={slot} tabIndex={-1}>
      <MountPoint kind="slot" name={id} onMount={onMount} />
      <SlotNotice
        state={state}
        label={label}
        onTryAgain={() => tryAgain.current()}
        onRecovered={() => slot.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}
