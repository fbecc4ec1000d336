import { useContext, useState } from 'react';
import { useSiteRuntime } from '../site/site-runtime';
import { MarkupContext } from '../hydration/MountPoint';
import { emptyHTML } from '../remotes/self-rendering-module';

const renderPart = (id: string, markup: string) =>
  `<div data-part="${id}"><div data-box="${id}"><div>${markup}</div></div></div>`;

/**
 * A slot of the host for any number of modules. Releases name the slot that a module fills; the site's config (`slots`)
 * grants and orders them. Each module has its own React root, and so has each part inside it (./parts.ts).
 */
export function HostSlot({
  name,
  className,
}: {
  readonly name: string;
  readonly className?: string;
}) {
  const markupOf = useContext(MarkupContext);
  const { slots = {} } = useSiteRuntime().nesting;
  const [content] = useState(() => {
    const parts = (slots[name] ?? []).map((id) => {
      const markup = markupOf(id);
      return markup === null ? '' : renderPart(id, markup);
    });
    return { __html: parts.join('') || emptyHTML };
  });
  return (
    <div
      className={className}
      data-opens={name}
      dangerouslySetInnerHTML={content}
      suppressHydrationWarning
    />
  );
}
