import { useState, type ComponentType, type RefCallback } from 'react';
import type { ModuleProps, OwnModule } from '@composed/contracts/module';

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
    const [mountIn] = useState((): RefCallback<HTMLDivElement> => (place) => {
      // Where mounting has thrown.
      if (!place) return;
      const { unmount } = mount(place, props, {
        hydrate: place.hasChildNodes(),
        // Thrown while this is rendered anew, it is a fault of the root.
        report: (cause) =>
          setState(() => {
            throw cause;
          }),
      });
      return () => {
        unmount();
        place.replaceChildren();
      };
    });
    return <div ref={mountIn} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />;
  };
}
