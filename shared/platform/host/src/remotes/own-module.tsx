import { useCallback, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import type { ModuleProps, MountedModule, OwnModule } from '@composed/contracts/module';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { nameOf, rootOf } from '@composed/contracts/page-roots';

/** Empty content that Trusted Types accept; types of the DOM know strings only. */
export const { emptyHTML = '' } = (Reflect.get(globalThis, 'trustedTypes') ?? {}) as {
  readonly emptyHTML?: string;
};
/** Content that React sets in a new element, and never again: the object stays the same. */
const untouched = { __html: emptyHTML };

/**
 * Hydrates a module, and reports a mismatch as a fault of it. Frameworks only log one to the console, without the
 * module: Vue as "Hydration completed but contains mismatches.", Svelte by an address that ends in hydration_mismatch.
 */
function hydrating<T>(report: (cause: unknown) => void, mount: () => T): T {
  const { error, warn } = console;
  const mismatches: unknown[] = [];
  const intercept =
    (print: typeof error): typeof error =>
    (...args) => {
      if (/hydrat/i.test(String(args[0]))) mismatches.push(args[0]);
      else print(...args);
    };
  Object.assign(console, { error: intercept(error), warn: intercept(warn) });
  try {
    return mount();
  } finally {
    Object.assign(console, { error, warn });
    for (const cause of mismatches) report(cause);
  }
}

/**
 * A module that renders itself, as a component: one element, whose content React leaves alone. Without `update` it gets
 * a new element for other props.
 * @param reportMismatch called with a framework's message about markup that does not match
 */
export function asComponent(
  { mount }: OwnModule,
  reportMismatch: (cause: unknown) => void,
): ComponentType<ModuleProps> {
  return function OwnModuleElement(props) {
    const json = JSON.stringify(props);
    const [first, setFirst] = useState(json);
    const mounted = useRef<{ module?: MountedModule; json: string }>({ json });
    const mountIn = useCallback(
      (element: HTMLDivElement | null) => {
        // React may call this with null if mounting has thrown.
        if (!element) return undefined;
        const root = rootOf(element);
        const hydrate = element.hasChildNodes();
        const options = {
          hydrate,
          prefix: root ? identifierPrefixOf(nameOf(root)) : '',
          // Thrown while React renders this again, it reaches the error handler of the root.
          report: (cause: unknown) =>
            setFirst(() => {
              throw cause;
            }),
        };
        const start = () => mount(element, JSON.parse(first) as ModuleProps, options);
        const module = hydrate ? hydrating(reportMismatch, start) : start();
        mounted.current = { module, json: first };
        return () => {
          module.unmount();
          element.replaceChildren();
        };
      },
      [first],
    );
    useLayoutEffect(() => {
      const { current } = mounted;
      if (json === current.json) return;
      current.json = json;
      if (current.module?.update) current.module.update(JSON.parse(json) as ModuleProps);
      else setFirst(json);
    }, [json]);
    return (
      <div key={first} ref={mountIn} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
    );
  };
}
