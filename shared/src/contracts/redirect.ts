import { signInPath } from './site-links';

/* The one redirect off the site (host/README.md, Header), which the services or nginx send. */

export const redirectPath = '/redirect/internal';
/** The address at which the store UI begins a sign-in, in the links of the site. */
export const signInStart = '/oauth2/authorization/keycloak';
const query = signInPath.slice(`${redirectPath}?`.length);

/**
 * The whole allow-list: one service and one path, in either order. Both are compared as they stand. Nothing is
 * decoded, so no encoding can mean something else further on.
 */
export const allowedQueries = [query, query.split('&').reverse().join('&')];
