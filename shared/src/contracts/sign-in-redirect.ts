import { signInPath } from './site-links';

/* The only redirect that leaves the site (host/README.md, "Header"). The services or nginx send it. */

export const redirectPath = '/redirect/internal';
/** Path at which the store UI starts a sign-in. The site's links contain it. */
export const signInStart = '/oauth2/authorization/keycloak';
const query = signInPath.slice(`${redirectPath}?`.length);

/**
 * The complete allow-list: one service and one path, in either order. They are compared as strings, without decoding,
 * so that no encoded query can pass here and mean something different to the next server.
 */
export const allowedQueries = [query, query.split('&').reverse().join('&')];
