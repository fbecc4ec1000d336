/**
 * Leaves the site for the identity provider.
 * Never prefixed: it belongs to the origin, not to a preview of the site.
 */
export const signInPath =
  '/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak';

/** Prefixes of the sign-in and the store, under which the site has no pages. */
export const signInPrefixes = ['/redirect', '/oauth2', '/identity', '/store'] as const;

/**
 * The addresses a page links to, as the host hands them to remotes, so that no remote knows the host's routes.
 * @param basePath '' for the live site, '/preview/<name>' for a preview; no trailing slash
 */
export function siteLinks(basePath = '') {
  return {
    home: `${basePath}/`,
    signUp: `${basePath}/signup`,
    terms: `${basePath}/terms`,
    privacyPolicy: `${basePath}/privacy-policy`,
    features: `${basePath}/#features`,
    pricing: `${basePath}/#pricing`,
    contact: `${basePath}/#contact`,
    signIn: signInPath,
  };
}

type Address = keyof ReturnType<typeof siteLinks>;
/** Links to the pages and sections of remotes. */
export type RemoteAddress = 'signUp' | 'pricing';

/** Addresses, root-relative. Null where the remote behind the link has no release. */
export type SiteLinks = Readonly<
  Record<Exclude<Address, RemoteAddress>, string> & Record<RemoteAddress, string | null>
>;
