/** Shared request → exact version that the host hands to remotes; written in by the build. */
declare const __PROVIDED_VERSIONS__: Readonly<Record<string, string>>;
