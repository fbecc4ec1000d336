import { useCallback, useState, type ComponentType } from 'react';
import type { ModuleProps, MountedModule, OwnModule } from '@composed/contracts/module';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { nameOf, rootOf } from '../page-roots';

/** No text, in a form that Trusted Types let through; types of the DOM know strings only. */
export const { emptyHTML = '' } = (Reflect.get(globalThis, 'trustedTypes') ?? {}) as {
  readonly emptyHTML?: string;
};
/** Content that React sets in a new element, and never again: the object stays the same. */
const untouched = { __html: emptyHTML };

/** Mounted modules by their elements. */
export const mountedIn = new WeakMap<Element, MountedModule>();

/**
 * A module that brings what renders it, as a component: one element, of whose content React knows nothing. With other
 * props it is another element.
 */
export function asComponent({ mount }: OwnModule): ComponentType<ModuleProps> {
  return function OwnModulePlace(props) {
    const [, setState] = useState(0);
    const key = JSON.stringify(props);
    const mountIn = useCallback(
      (place: HTMLDivElement | null) => {
        // Where mounting has thrown.
        if (!place) return undefined;
        const root = rootOf(place);
        const module = mount(place, JSON.parse(key) as ModuleProps, {
          hydrate: place.hasChildNodes(),
          prefix: root ? identifierPrefixOf(nameOf(root)) : '',
          // Thrown while this is rendered anew, it is a fault of the root.
          report: (cause) =>
            setState(() => {
              throw cause;
            }),
        });
        mountedIn.set(place, module);
        return () => {
          module.unmount();
          place.replaceChildren();
        };
      },
      [key],
    );
    return (
      <div key={key} ref={mountIn} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
    );
  };
}
