import { createContext, useCallback, useContext, useState } from 'react';
import { emptyHTML } from '../remotes/own-module';

/** The markup of a root by its name, in compose; null in a browser, where its nodes are in the page. */
export const MarkupContext = createContext<(name: string) => string | null>(() => null);

/** Whether a root leaves with the page of a visit. Roots of the shell stay. */
export const PageContext = createContext(false);

/** Elements of roots that leave with the page, with what takes them away. */
const leaving = new Map<HTMLElement, () => void>();

/** Called with each element before its root is taken away. */
export const beforeLeaving = new Set<(element: HTMLElement) => void>();

/**
 * Takes the roots of the page away. Call it before another page is shown: what they clean up is cleaned up before
 * effects of the next page run.
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
  /** Called with the container, filled or empty. What it returns is called when the root leaves, once or again. */
  readonly onMount: (container: HTMLElement) => () => void;
}

/** The container of a root. The element around it is React’s already, and React warns of such a container. */
const containerIn = (element: HTMLElement) =>
  element.querySelector('div') ?? element.appendChild(document.createElement('div'));

/** An element of the shell whose content is not the shell’s: it has a root of its own, or none. */
export function MountPoint({ kind, name, className, onMount }: MountPointProps) {
  const markup = useContext(MarkupContext)(name);
  const isOfPage = useContext(PageContext);
  // The object stays the same while the root lives: for another one React would set the content anew.
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
