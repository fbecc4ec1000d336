/** For browsers with scripts off, and for those that got none of ours (shared/platform/host, the inline bootstrap). */
export const NeedsScripts = ({ className }: { readonly className?: string | undefined }) => (
  <noscript className={className}>
    <span>This form needs JavaScript, and none runs here.</span>
  </noscript>
);
