import { createContext, useCallback, useContext, useState } from 'react';
import { emptyHTML } from '../remotes/self-rendering-module';

/** Returns the markup of a root by its name while composing; null in a browser, where the nodes are in the page. */
export const MarkupContext = createContext<(name: string) => string | null>(() => null);

/** Whether a root belongs to the page, and is unmounted with the page. Roots of the shell stay mounted. */
export const InPageContext = createContext(false);

/** Element of each root of the page → the function that unmounts the root. */
const unmounts = new Map<HTMLElement, () => void>();

/** Called with each element before its root is unmounted. */
export const beforeLeaving = new Set<(element: HTMLElement) => void>();

/** Unmounts the roots of the page. Call it before another page is shown, so that cleanups run before its effects. */
export function leavePage(): void {
  for (const [element, unmount] of unmounts) {
    for (const callback of beforeLeaving) callback(element);
    unmount();
  }
  unmounts.clear();
}

interface MountPointProps {
  /** `slot` for a remote, `island` for a component of the host. */
  readonly kind: 'slot' | 'island';
  readonly name: string;
  readonly className?: string | undefined;
  /** Called with the container, prerendered or empty. Returns a function that unmounts; it may be called twice. */
  readonly onMount: (container: HTMLElement) => () => void;
}

/**
 * Returns the container of a root. It is a child of the mount point's element, since React warns about a container that
 * React itself has rendered.
 */
const containerIn = (element: HTMLElement) =>
  element.querySelector('div') ?? element.appendChild(document.createElement('div'));

/** An element of the shell whose content React does not touch: it holds a separate root, or static markup. */
export function MountPoint({ kind, name, className, onMount }: MountPointProps) {
  const markup = useContext(MarkupContext)(name);
  const leavesWithPage = useContext(InPageContext);
  // Kept in state, since React would set the content again for a new object.
  const [content] = useState({ __html: markup === null ? emptyHTML : `<div>${markup}</div>` });
  const mount = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const container = containerIn(element);
      const unmount = onMount(container);
      if (leavesWithPage) unmounts.set(element, unmount);
      return () => {
        unmounts.delete(element);
        // Strict mode reuses the element for a second root.
        element.replaceChildren();
        // React cannot unmount a root while it renders another one.
        setTimeout(unmount);
      };
    },
    [onMount, leavesWithPage],
  );
  return (
    <div
      ref={mount}
      className={className}
      {...{ [`data-${kind}`]: name }}
      dangerouslySetInnerHTML={content}
      suppressHydrationWarning
    />
  );
}
