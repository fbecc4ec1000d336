/** Shared request → exact version that the host hands to remotes; written in by the build. */
declare const __PROVIDED_VERSIONS__: Readonly<Record<string, string>>;
/** Whether the page is a dev server's. */
declare const __DEVELOPS__: boolean;
/** Language of the site, and the texts of the platform in it; each written in by the build. */
declare const __SITE_LANGUAGE__: import('@composed/contracts/site-language').SiteLanguage;
