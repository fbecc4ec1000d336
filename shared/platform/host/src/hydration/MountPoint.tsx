import { createContext, useCallback, useContext, useState } from 'react';
import { emptyHTML } from '../remotes/own-module';

/** The markup of a root by its name, in compose; null in a browser, where its nodes are in the page. */
export const MarkupContext = createContext<(name: string) => string | null>(() => null);

/** Whether a root belongs to the page and is unmounted with it. Roots of the shell stay. */
export const PageContext = createContext(false);

/** Roots of the page: element → the function that unmounts it. */
const leaving = new Map<HTMLElement, () => void>();

/** Called with each element before its root is unmounted. */
export const beforeLeaving = new Set<(element: HTMLElement) => void>();

/**
 * Unmounts the roots of the page. Call it before another page is shown, so that their cleanups run before effects of
 * the next page.
 */
export function leavePage(): void {
  for (const [element, leave] of leaving) {
    for (const before of beforeLeaving) before(element);
    leave();
  }
  leaving.clear();
}

interface MountPointProps {
  /** `slot` for a remote, `island` for a component of the host. */
  readonly kind: 'slot' | 'island';
  readonly name: string;
  readonly className?: string | undefined;
  /**
   * Called with the container, prerendered or empty. The function that it returns is called on unmount, maybe twice.
   */
  readonly onMount: (container: HTMLElement) => () => void;
}

/**
 * The container of a root, apart from the element around it: React warns of a container that it has rendered itself.
 */
const containerIn = (element: HTMLElement) =>
  element.querySelector('div') ?? element.appendChild(document.createElement('div'));

/** An element of the shell that React leaves alone inside, for a root of its own or for static markup. */
export function MountPoint({ kind, name, className, onMount }: MountPointProps) {
  const markup = useContext(MarkupContext)(name);
  const isOfPage = useContext(PageContext);
  // React would set the content anew for another object.
  const [content] = useState({ __html: markup === null ? emptyHTML : `<div>${markup}</div>` });
  const mount = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const container = containerIn(element);
      const leave = onMount(container);
      if (isOfPage) leaving.set(element, leave);
      return () => {
        leaving.delete(element);
        // Strict mode keeps the element and mounts another root in it.
        element.replaceChildren();
        // React must not unmount a root while it renders another.
        setTimeout(leave);
      };
    },
    [onMount, isOfPage],
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
