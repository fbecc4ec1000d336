import { createContext, useCallback, useContext, useState } from 'react';
import { emptyHTML } from '../remotes/own-module';

/** The markup of a part of the page by its name, in compose; null in a browser, where its nodes are in the page. */
export const MarkupContext = createContext<(name: string) => string | null>(() => null);

interface MountPointProps {
  /** `slot` for a remote, `island` for a part of the host. */
  readonly kind: 'slot' | 'island';
  readonly name: string;
  readonly className?: string | undefined;
  /** Called with the container, filled or empty. What it returns is called when the part leaves. */
  readonly onMount: (container: HTMLElement) => () => void;
}

/** The container of a root. The element around it is React’s already, and React warns of such a container. */
const containerIn = (place: HTMLElement) =>
  place.querySelector('div') ?? place.appendChild(document.createElement('div'));

/** A part of the shell whose content is not the shell’s: it has a root of its own, or none. */
export function MountPoint({ kind, name, className, onMount }: MountPointProps) {
  const markup = useContext(MarkupContext)(name);
  // The same object while the part lives. React sets the content anew when it changes, and at no other time.
  const [content] = useState({ __html: markup === null ? emptyHTML : `<div>${markup}</div>` });
  const mount = useCallback(
    (place: HTMLElement | null) => {
      if (!place) return undefined;
      const container = containerIn(place);
      const leave = onMount(container);
      return () => {
        // In strict mode the place stays, and gets another.
        place.replaceChildren();
        // React must not unmount a root while it renders another.
        setTimeout(leave);
      };
    },
    [onMount],
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
