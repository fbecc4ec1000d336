/** A notice for browsers with scripts off, or without our scripts (shared/platform/host, the inline bootstrap). */
export const NeedsScripts = ({ className }: { readonly className?: string | undefined }) => (
  <noscript className={className}>
    <span>This form needs JavaScript.</span>
  </noscript>
);
