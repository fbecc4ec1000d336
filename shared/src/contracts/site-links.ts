/**
 * Path of the redirect to the identity provider. It never has the prefix of a preview, because only the live site's
 * origin answers it.
 */
export const signInPath =
  '/redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak';

/** Path prefixes of the sign-in and the store. The site has no pages under them. */
export const signInPrefixes = ['/redirect', '/oauth2', '/identity', '/store'] as const;

/**
 * Returns the URLs that pages link to. The host passes them to remotes, so that no remote depends on the host's routes.
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
/** Names of the links to pages and sections of remotes. */
export type RemoteAddress = 'signUp' | 'pricing';

/** Root-relative URLs. A link is null if the remote that it leads to has no release. */
export type SiteLinks = Readonly<
  Record<Exclude<Address, RemoteAddress>, string> & Record<RemoteAddress, string | null>
>;
