import { useCallback, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import type { ModuleProps, MountedModule, SelfRenderingModule } from '@composed/contracts/module';
import { identifierPrefixOf } from '@composed/contracts/remote-names';
import { rootName, rootOf } from '@composed/contracts/page-roots';

/** Empty HTML that Trusted Types accept. The DOM's types know only strings. */
export const { emptyHTML = '' } = (Reflect.get(globalThis, 'trustedTypes') ?? {}) as {
  readonly emptyHTML?: string;
};
/** Always the same object, so React sets the content of an element once and then leaves it alone. */
const untouched = { __html: emptyHTML };

/**
 * Hydrates a module, and reports mismatches as faults of the module. Frameworks only log them to the console, without
 * naming the module: Vue as "Hydration completed but contains mismatches.", Svelte as a URL that ends in
 * hydration_mismatch.
 */
function hydrateWithReports<T>(report: (cause: unknown) => void, mount: () => T): T {
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
 * Wraps a module that renders itself in a React component: one element, whose content React leaves alone. If the module
 * has no `update`, changed props mount it in a new element.
 * @param reportMismatch called with a framework's message about markup that does not match
 */
export function asComponent(
  { mount }: SelfRenderingModule,
  reportMismatch: (cause: unknown) => void,
): ComponentType<ModuleProps> {
  return function SelfRenderingElement(props) {
    const json = JSON.stringify(props);
    /** The props that the module is mounted with, as JSON. */
    const [initialJson, setInitialJson] = useState(json);
    const mounted = useRef<{ module?: MountedModule; json: string }>({ json });
    const mountIn = useCallback(
      (element: HTMLDivElement | null) => {
        // React may call this with null after mounting has thrown.
        if (!element) return undefined;
        const root = rootOf(element);
        const hydrate = element.hasChildNodes();
        const options = {
          hydrate,
          prefix: root ? identifierPrefixOf(rootName(root)) : '',
          // Throws when React renders this component again, so the error reaches the error handler of the root.
          report: (cause: unknown) =>
            setInitialJson(() => {
              throw cause;
            }),
        };
        const start = () => mount(element, JSON.parse(initialJson) as ModuleProps, options);
        const module = hydrate ? hydrateWithReports(reportMismatch, start) : start();
        mounted.current = { module, json: initialJson };
        return () => {
          module.unmount();
          element.replaceChildren();
        };
      },
      [initialJson],
    );
    useLayoutEffect(() => {
      const { current } = mounted;
      if (json === current.json) return;
      current.json = json;
      if (current.module?.update) current.module.update(JSON.parse(json) as ModuleProps);
      else setInitialJson(json);
    }, [json]);
    return (
      <div
        key={initialJson}
        ref={mountIn}
        suppressHydrationWarning
        dangerouslySetInnerHTML={untouched}
      />
    );
  };
}
