import { useLayoutEffect, useRef, useState, type ComponentType, type RefCallback } from 'react';
import type { ModuleProps, MountedModule, OwnModule } from '@composed/contracts/module';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { nameOf, partOf } from '../page-parts';

/** No text, in a form that Trusted Types let through; types of the DOM know strings only. */
export const { emptyHTML = '' } = (Reflect.get(globalThis, 'trustedTypes') ?? {}) as {
  readonly emptyHTML?: string;
};
/** React sets it where it makes an element, leaves what it hydrates as it is, and does not look at the same one again. */
const untouched = { __html: emptyHTML };

/** A module that brings what renders it, as a component: one element, of whose content React knows nothing. */
export function asComponent({ mount }: OwnModule): ComponentType<ModuleProps> {
  return function OwnModulePlace(props) {
    const [, setState] = useState(0);
    // One that cannot be given other props is mounted again.
    const [round, setRound] = useState(0);
    const latest = useRef<{ props: ModuleProps; module?: MountedModule }>({ props });
    useLayoutEffect(() => {
      const { current } = latest;
      if (current.props === props) return;
      current.props = props;
      if (current.module?.update) current.module.update(props);
      else setRound((last) => last + 1);
    }, [props]);
    const [mountIn] = useState((): RefCallback<HTMLDivElement> => (place) => {
      // Where mounting has thrown.
      if (!place) return;
      const part = partOf(place);
      const module = mount(place, latest.current.props, {
        hydrate: place.hasChildNodes(),
        prefix: part ? identifierPrefixOf(nameOf(part)) : '',
        // Thrown while this is rendered anew, it is a fault of the root.
        report: (cause) =>
          setState(() => {
            throw cause;
          }),
      });
      latest.current.module = module;
      return () => {
        module.unmount();
        place.replaceChildren();
      };
    });
    return (
      <div key={round} ref={mountIn} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
    );
  };
}
