/**
 * Leaves the site for the identity provider.
 * Never prefixed: it belongs to the origin, not to a preview of the site.
 */
export const signInPath =
  '/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak';

/** What the sign-in and the store answer, with all that stands below: no page of the site does. */
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

/** Addresses, root-relative. */
export type SiteLinks = Readonly<ReturnType<typeof siteLinks>>;
