/** Where `/redirect/internal` may send a visitor: services by name, and their paths. */
export interface RedirectTarget {
  readonly serviceName: 'store-ui';
  readonly path: '/oauth2/authorization/keycloak';
}

/** The whole allow-list of (serviceName, path) pairs. */
const allowed: readonly RedirectTarget[] = [
  { serviceName: 'store-ui', path: '/oauth2/authorization/keycloak' },
];

export const redirectPath = '/redirect/internal';

/**
 * Reads the one address form that the site links to: this path, then exactly the two parameters, each
 * once, compared as they stand. Nothing is decoded, so no encoding can mean something here and
 * something else further on.
 * @param rawUrl the request target as received
 * @returns the allow-listed pair, or null for anything else
 */
export function redirectTarget(rawUrl: string): RedirectTarget | null {
  const start = `${redirectPath}?`;
  if (!rawUrl.startsWith(start)) return null;
  const parameters = rawUrl.slice(start.length).split('&');
  if (parameters.length !== 2) return null;
  const match = ({ serviceName, path }: RedirectTarget) =>
    parameters.includes(`serviceName=${serviceName}`) && parameters.includes(`path=${path}`);
  return allowed.find(match) ?? null;
}
