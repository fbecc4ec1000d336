import type { ReactNode } from 'react';

interface PlaceholderLinkProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A link whose target is not there yet; most of the footer's are (specification section 2). It has no
 * address, takes no focus, and says that it is not available.
 */
export function PlaceholderLink({ className, children }: PlaceholderLinkProps) {
  return (
    // eslint-disable-next-line jsx-a11y/anchor-is-valid -- a link without an address is the point
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}
