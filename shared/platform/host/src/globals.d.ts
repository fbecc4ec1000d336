/** Request of a shared package → the exact version that the host hands to remotes. The build writes it in. */
declare const __SHARED_VERSIONS__: Readonly<Record<string, string>>;
/** Whether a dev server built this script. */
declare const __IS_DEV_SERVER__: boolean;
/** The language of the site, and the platform's texts in that language. The build writes them in. */
declare const __SITE_LANGUAGE__: import('@composed/contracts/site-language').SiteLanguage;
