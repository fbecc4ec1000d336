import { useContext, useState } from 'react';
import { useHost } from '../host';
import { MarkupContext } from '../hydration/MountPoint';
import { emptyHTML } from '../remotes/own-module';

/** Content of a slot where compose renders. */
const partWith = (id: string, markup: string) =>
  `<div data-part="${id}"><div data-box="${id}"><div>${markup}</div></div></div>`;

/**
 * A slot of the host for any number of modules. Releases ask for it, and `slots` of the site grants and orders them.
 * Modules, and the parts inside of them (./parts.ts), have a React root each.
 */
export function Slot({ name, className }: { readonly name: string; readonly className?: string }) {
  const markupOf = useContext(MarkupContext);
  const { slots = {} } = useHost().pins;
  const [content] = useState(() => {
    const parts = (slots[name] ?? []).map((id) => [id, markupOf(id)] as const);
    const markup = parts.map(([id, inside]) => (inside === null ? '' : partWith(id, inside)));
    return { __html: markup.join('') || emptyHTML };
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
