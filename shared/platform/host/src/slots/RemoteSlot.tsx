import { useCallback, useContext, useRef, useState } from 'react';
import type { Page } from '@composed/contracts/module';
import { noPage, ShownPageContext, useSiteRuntime } from '../site/site-runtime';
import { MountPoint } from '../hydration/MountPoint';
import type { SlotState } from '../remotes/module-source';
import { mountModule } from './mount-module';

/** The slot of a remote's module (./mount-module.tsx). If the module fails, a notice offers "Try again". */
export function RemoteSlot({ id }: { readonly id: string }) {
  const page = useContext(ShownPageContext);
  const takesPage = useSiteRuntime().sources.get(id)?.props().includes('page') === true;
  // The key mounts the module again for another page, so the page of a mounted module never changes.
  const shownPage = takesPage ? page : noPage;
  return <ModuleSlot key={shownPage.address} id={id} page={shownPage} />;
}

function ModuleSlot({ id, page }: { readonly id: string; readonly page: Page }) {
  const { modules, sources, provides, SlotNotice } = useSiteRuntime();
  const description = modules[id];
  if (!description) throw new Error(id);
  const { label, skeleton } = description;
  const source = sources.get(id);
  // Starts with 'loading' even if the remote has failed already, since the prerendered markup has no notice.
  const [state, setState] = useState<SlotState>('loading');
  const slot = useRef<HTMLDivElement>(null);
  const retry = useRef<() => void>(() => undefined);
  const onMount = useCallback(
    (container: HTMLElement) => {
      if (!source) throw new Error(id);
      const composedAddress = document.getElementById('root')?.dataset['page'];
      const isComposed = page === noPage || page.address === composedAddress;
      const options = { provides, page, onState: setState, skeleton, isComposed };
      const mounted = mountModule(container, source, options);
      retry.current = () => mounted.tryAgain();
      return () => mounted.unmount();
    },
    [id, provides, page, skeleton, source],
  );
  return (
    <div ref={slot} tabIndex={-1}>
      <MountPoint kind="slot" name={id} onMount={onMount} />
      <SlotNotice
        state={state}
        label={label}
        onTryAgain={() => retry.current()}
        onRecovered={() => slot.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}
